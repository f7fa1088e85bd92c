//! CIRCT as another writer of SystemVerilog: circuits go through its lowerings, all in one process, and come back as text.

use super::{ask, text};
use serde_json::{Value, json};

/// Reads a list of circuits with a prefix for each; answers each with a line: the text, or what is wrong with it.
///
/// Assertions that the lowering of FIFOs makes cannot be written and say nothing about values. Modules that the lowering of
/// memories makes have names that other circuits give, too, so they get the prefix.
const SCRIPT: &str = r#"
import io, json, sys
from pycde import circt
from pycde.circt import ir, passmanager

FIRST = "builtin.module(hw.module(lower-seq-fifo,lower-seq-hlmem))"
THEN = ("builtin.module(lower-seq-firmem,"
        "lower-seq-to-sv{disable-reg-randomization disable-mem-randomization},"
        "hw-memory-sim{disable-reg-randomization disable-mem-randomization},"
        "hw.module(lower-comb,canonicalize,prettify-verilog))")

def modules(root):
    return [op for op in root.body.operations if op.operation.name == "hw.module"]

def body(module):
    return list(module.regions[0].blocks[0].operations)

def rename(root, prefix):
    names = {}
    for number, module in enumerate(modules(root)):
        old = ir.StringAttr(module.attributes["sym_name"]).value
        names[old] = old if old.startswith(prefix) else f"{prefix}memory_{number}"
        module.attributes["sym_name"] = ir.StringAttr.get(names[old])
    for module in modules(root):
        for op in body(module):
            if op.operation.name == "hw.instance":
                old = ir.FlatSymbolRefAttr(op.attributes["moduleName"]).value
                op.attributes["moduleName"] = ir.FlatSymbolRefAttr.get(names[old])

def export(text, prefix):
    root = ir.Module.parse(text)
    passmanager.PassManager.parse(FIRST).run(root.operation)
    for module in modules(root):
        for op in body(module):
            if op.operation.name.startswith("verif."):
                op.operation.erase()
    passmanager.PassManager.parse(THEN).run(root.operation)
    rename(root, prefix)
    out = io.StringIO()
    circt.export_verilog(root, out)
    return [out.getvalue()]

for text, prefix in json.load(sys.stdin):
    with ir.Context() as context:
        circt.register_dialects(context)
        try:
            answer = export(text, prefix)
        except Exception as error:
            answer = str(error)
    print(json.dumps(answer), flush=True)
"#;

/// The SystemVerilog of circuits, each given with a prefix that the names of its modules have.
pub fn export(circuits: &[(String, String)]) -> Result<Vec<Result<String, String>>, String> {
    let circuits: Vec<Value> = circuits.iter().map(|circuit| json!(circuit)).collect();
    Ok(ask(SCRIPT, &circuits)?.into_iter().map(|answer| answer.map(|answer| text(&answer, 0))).collect())
}
