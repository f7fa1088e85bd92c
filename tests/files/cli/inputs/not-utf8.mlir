module {
  // ÿþ
}
