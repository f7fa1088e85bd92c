//! How values flow through operations with regions.
//!
//! A structured operation hands values to the entry blocks of its regions, its terminators hand values back or on to
//! another region. [`region_flows`] says so as data, so that an analysis (constants, liveness, promotion of memory)
//! follows `scf` without knowing its operations. Branches between blocks are [`ir::Ir::successor_operands`]'s.

use crate::scf;
use ir::{InsertPoint, Ir, Loc, Op, OpCode, OpState, Region, Value};

/// An end of a flow of values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Point {
    /// The operation itself: where it starts as a source, its results as a target.
    Parent,
    /// A region, by number: its terminators as a source, its entry block as a target.
    Region(usize),
}

/// One way that control, and values with it, may take.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flow {
    /// Where it comes from.
    pub from: Point,
    /// Where it goes to.
    pub to: Point,
    /// The operation whose operands travel: the structured operation or a terminator of a region.
    pub by: Op,
    /// The operands that travel.
    pub values: Vec<Value>,
    /// What they become, one for each: arguments of an entry block, or results.
    pub targets: Vec<Value>,
}

/// All ways through an operation of `scf` whose results come straight from its terminators; `None` for any other
/// operation, and for one whose regions are not complete. Entry arguments that no flow reaches (an induction variable)
/// are computed by the operation itself.
pub fn region_flows(ir: &Ir, op: Op) -> Option<Vec<Flow>> {
    let results: Vec<Value> = ir.results(op).collect();
    let mut flows = Vec::new();
    match ir.code(op) {
        scf::IF | scf::INDEX_SWITCH | scf::EXECUTE_REGION => {
            for (number, region) in ir.regions(op).iter().enumerate() {
                if ir.blocks(*region).is_empty() {
                    // The branch that is not there: control goes around.
                    flows.push(Flow {
                        from: Point::Parent,
                        to: Point::Parent,
                        by: op,
                        values: vec![],
                        targets: vec![],
                    });
                    continue;
                }
                let to = Point::Region(number);
                flows.push(Flow { from: Point::Parent, to, by: op, values: vec![], targets: vec![] });
                for by in yields(ir, *region) {
                    let values = ir.operands(by).collect();
                    flows.push(Flow { from: to, to: Point::Parent, by, values, targets: results.clone() });
                }
            }
        }
        scf::FOR => {
            let body = ir.entry(*ir.regions(op).first()?)?;
            let by = scf::yield_of(ir, body)?;
            let carried = ir.args(body).get(1..)?.to_vec();
            let inits: Vec<Value> = ir.group_operands(op, 3).collect();
            let yielded: Vec<Value> = ir.operands(by).collect();
            for (from, by, values) in [(Point::Parent, op, inits), (Point::Region(0), by, yielded)] {
                let targets = carried.clone();
                flows.push(Flow { from, to: Point::Region(0), by, values: values.clone(), targets });
                flows.push(Flow { from, to: Point::Parent, by, values, targets: results.clone() });
            }
        }
        scf::WHILE => {
            let [before, after] = ir.regions(op) else { return None };
            let (before, after) = (ir.entry(*before)?, ir.entry(*after)?);
            let condition = ir.last_op(before).filter(|last| ir.code(*last) == scf::CONDITION)?;
            let by = scf::yield_of(ir, after)?;
            let passed: Vec<Value> = ir.operands(condition).skip(1).collect();
            let (first, second) = (ir.args(before).to_vec(), ir.args(after).to_vec());
            let inits = ir.operands(op).collect();
            let again = ir.operands(by).collect();
            let (loop_head, body) = (Point::Region(0), Point::Region(1));
            flows.push(Flow {
                from: Point::Parent,
                to: loop_head,
                by: op,
                values: inits,
                targets: first.clone(),
            });
            flows.push(Flow {
                from: loop_head,
                to: body,
                by: condition,
                values: passed.clone(),
                targets: second,
            });
            flows.push(Flow {
                from: loop_head,
                to: Point::Parent,
                by: condition,
                values: passed,
                targets: results,
            });
            flows.push(Flow { from: body, to: loop_head, by, values: again, targets: first });
        }
        _ => return None,
    }
    // What the verifier has not seen may not fit: then there is nothing to follow.
    flows.iter().all(|flow| flow.values.len() == flow.targets.len()).then_some(flows)
}

/// The `scf.yield`s of a region, one a block at most.
fn yields(ir: &Ir, region: Region) -> impl Iterator<Item = Op> + '_ {
    ir.blocks(region).iter().filter_map(|block| scf::yield_of(ir, *block))
}

/// Gives a region that the text left without its terminator one without operands, and a block where it has none.
pub fn ensure_terminator(ir: &mut Ir, region: Region, terminator: OpCode, loc: Loc) {
    let block = match ir.blocks(region) {
        [] => ir.add_block(region),
        [block] => *block,
        // Several blocks are no shorthand; whether they may be there is for the verifier to say.
        _ => return,
    };
    // An unregistered operation at the end may be a terminator, but not the one that the text leaves out.
    let is_open = ir.last_op(block).is_none_or(|last| !ir.has_trait(last, ir::Trait::Terminator));
    if is_open {
        let op = ir.create(OpState::new(terminator, loc));
        ir.insert(op, InsertPoint::End(block));
    }
}
