// Where no other block may stand, nothing can become branches.
// RUN: not flowright opt %s --passes=scf-to-cf --split-input-file --allow-unregistered-dialect

module {
  // expected-error@+1 {{FR0305: `scf.execute_region` cannot become branches here: `builtin.module` cannot hold several blocks}}
  scf.execute_region {
    scf.yield
  }
}

// -----

func.func @f(%c: i1) {
  "other.region"() ({
    scf.if %c { // expected-error {{FR0305: `scf.if` cannot become branches here: `other.region` cannot hold several blocks}}
      scf.if %c {
      }
    }
  }) : () -> ()
  return
}
