// Control flow that has no structure is reported with the blocks where its loops are entered.
// RUN: not flowright opt %s --passes=lift-cf-to-scf --split-input-file --allow-unregistered-dialect

func.func @two_entries(%c: i1) {
  cf.cond_br %c, ^a, ^b
^a:
  cf.cond_br %c, ^b, ^e // expected-error {{FR0302: this loop can be entered at ^bb1 and ^bb2}}
^b:
  cf.cond_br %c, ^a, ^e
^e:
  return
}

// -----

// The outer loop is fine, the one inside is not.
func.func @inside_a_loop(%c: i1) {
  cf.br ^head
^head:
  cf.cond_br %c, ^a, ^c
^a:
  cf.assert %c, "a" // expected-error {{FR0302: this loop can be entered at ^bb2 and ^bb4}}
  cf.br ^b
^b:
  cf.cond_br %c, ^c, ^head
^c:
  cf.cond_br %c, ^a, ^head
}

// -----

func.func @unknown_terminator(%c: i1) {
  cf.cond_br %c, ^a, ^b
^a:
  return
^b:
  "other.end"() : () -> () // expected-error {{FR0305: `other.end` ends a block}}
}
