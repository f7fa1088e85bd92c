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

// -----

// There is no constant of the type, no argument, and no other value that could be taken.
func.func private @make() -> ui8
func.func private @take(ui8)
func.func @nothing_to_stand_in(%c: i1) {
  cf.br ^loop
^loop:
  %0 = func.call @make() : () -> ui8 // expected-error {{FR0305: nothing can stand in for a value of type ui8}}
  cf.cond_br %c, ^loop, ^end
^end:
  func.call @take(%0) : (ui8) -> ()
  return
}
