//! `sccp`: finds values that are constants on all paths the program can take, and says so.
//!
//! Sparse conditional constant propagation: every value begins as "nothing seen yet" and every block as "never reached".
//! Visiting a reached operation folds it on what is known of its operands; visiting a branch whose condition is known
//! reaches one successor only. Facts only ever grow weaker, so the work ends, and a constant that survives holds on every
//! path that can be taken, around loops too, which no operation-by-operation folding can see.
//!
//! Branches between blocks and the ways through structured operations are both followed by value and by condition. What is
//! not described by the tables (other operations with regions, other terminators) is taken to do anything. The pass
//! replaces values and removes what that leaves unused; branches on constants are `canonicalize`'s to remove.

use crate::trips::{Trips, of_bounds};
use base::{Diagnostics, SideMap};
use dialects::control::{Flow, Point, region_flows};
use dialects::{cf, scf};
use ir::effects::is_trivially_dead;
use ir::fold::{Constants, constant_value, fold_with};
use ir::pass::{PassArgs, PassDef};
use ir::text::Reported;
use ir::{Attr, Block, Fold, FoldResult, Ir, Op, Trait, Value, ValueDef};
use smallvec::SmallVec;

/// The pass `sccp`.
pub static SCCP: PassDef = PassDef {
    name: "sccp",
    doc: "Replaces values that are constant on every path that can be taken.\n\
        Follows branches and structured control flow whose conditions turn out constant, and values around loops.",
    options: &[],
    run,
};

fn run(ir: &mut Ir, root: Op, _: &PassArgs, _: &mut Diagnostics) -> Result<(), Reported> {
    let mut analysis = Analysis::default();
    analysis.reach_regions(ir, root);
    analysis.settle(ir);
    replace_constants(ir, root, &analysis);
    Ok(())
}

/// What is known of a value; each is weaker than those before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Fact {
    /// Nothing was seen yet: where it is computed has not been reached.
    #[default]
    Unseen,
    /// It is always this.
    Constant(Attr),
    /// It may be several things.
    Varies,
}

impl Fact {
    /// What holds when either holds.
    fn or(self, other: Fact) -> Fact {
        match (self, other) {
            (Fact::Unseen, fact) | (fact, Fact::Unseen) => fact,
            (a, b) if a == b => a,
            _ => Fact::Varies,
        }
    }

    fn constant(self) -> Option<Attr> {
        match self {
            Fact::Constant(attr) => Some(attr),
            _ => None,
        }
    }
}

#[derive(Default)]
struct Analysis {
    facts: SideMap<Value, Fact>,
    reached: SideMap<Block, bool>,
    /// Operations to visit (again), and whether each waits already.
    open: Vec<Op>,
    waiting: SideMap<Op, bool>,
}

impl Analysis {
    fn settle(&mut self, ir: &mut Ir) {
        while let Some(op) = self.open.pop() {
            self.waiting[op] = false;
            self.visit(ir, op);
        }
    }

    fn queue(&mut self, op: Op) {
        if !std::mem::replace(&mut self.waiting[op], true) {
            self.open.push(op);
        }
    }

    fn weaken(&mut self, ir: &Ir, value: Value, fact: Fact) {
        let weaker = self.facts[value].or(fact);
        if weaker == self.facts[value] {
            return;
        }
        self.facts[value] = weaker;
        for user in ir.users(value) {
            if ir.parent_block(user).is_some_and(|block| self.reached[block]) {
                self.queue(user);
            }
        }
    }

    fn reach(&mut self, ir: &Ir, block: Block) {
        if !std::mem::replace(&mut self.reached[block], true) {
            ir.block_ops(block).for_each(|op| self.queue(op));
        }
    }

    fn varies(&mut self, ir: &Ir, values: impl IntoIterator<Item = Value>) {
        for value in values {
            self.weaken(ir, value, Fact::Varies);
        }
    }

    /// Reaches all regions of an operation about which nothing is known.
    fn reach_regions(&mut self, ir: &Ir, op: Op) {
        for entry in ir.regions(op).iter().filter_map(|region| ir.entry(*region)) {
            self.varies(ir, ir.args(entry).iter().copied());
            self.reach(ir, entry);
        }
    }

    fn visit(&mut self, ir: &mut Ir, op: Op) {
        if !ir.successors(op).is_empty() {
            self.branch(ir, op);
        } else if ir.has_trait(op, Trait::Terminator) {
            self.leave_region(ir, op);
        }
        if !ir.regions(op).is_empty() {
            match region_flows(ir, op) {
                Some(flows) => self.enter_regions(ir, op, &flows),
                None => {
                    self.reach_regions(ir, op);
                    self.varies(ir, ir.results(op));
                }
            }
        } else if ir.result_count(op) > 0 {
            self.compute(ir, op);
        }
    }

    fn compute(&mut self, ir: &mut Ir, op: Op) {
        let facts: SmallVec<[Fact; 4]> = ir.operands(op).map(|value| self.facts[value]).collect();
        if facts.contains(&Fact::Unseen) {
            return;
        }
        if ir.has_trait(op, Trait::ConstantLike) {
            let fact = constant_value(ir, ir.result(op, 0)).map_or(Fact::Varies, Fact::Constant);
            return self.weaken(ir, ir.result(op, 0), fact);
        }
        let constants: SmallVec<[Option<Attr>; 4]> = facts.iter().map(|fact| fact.constant()).collect();
        match fold_on(ir, op, &constants) {
            Some(results) if results.len() == ir.result_count(op) => {
                for (index, found) in results.into_iter().enumerate() {
                    let fact = match found {
                        FoldResult::Attr(attr) => Fact::Constant(attr),
                        FoldResult::Value(value) => self.fact_for(ir, op, value),
                    };
                    self.weaken(ir, ir.result(op, index), fact);
                }
            }
            _ => self.varies(ir, ir.results(op)),
        }
    }

    /// What is known of a value that an operation folds to. Only operands are told about when they change.
    fn fact_for(&self, ir: &Ir, op: Op, value: Value) -> Fact {
        if ir.operands(op).any(|operand| operand == value) {
            self.facts[value]
        } else {
            constant_value(ir, value).map_or(Fact::Varies, Fact::Constant)
        }
    }

    fn known(&self, ir: &Ir, value: Value) -> Option<i64> {
        ir.ctx.int_value(self.facts[value].constant()?)
    }

    /// Whether the condition a branch depends on has not been seen: then it does not branch yet.
    fn is_unseen(&self, value: Value) -> bool {
        self.facts[value] == Fact::Unseen
    }

    fn branch(&mut self, ir: &Ir, op: Op) {
        let count = ir.successors(op).len();
        let taken = match ir.code(op) {
            cf::COND_BR | cf::SWITCH if self.is_unseen(ir.operand(op, 0)) => return,
            cf::COND_BR => self.known(ir, ir.operand(op, 0)).map(|condition| usize::from(condition == 0)),
            cf::SWITCH => self.switch_case(ir, op),
            _ => None,
        };
        let taken = match taken {
            Some(only) => only..only + 1,
            None => 0..count,
        };
        for number in taken {
            let Some(&to) = ir.successors(op).get(number) else { continue };
            let args = ir.args(to);
            match ir.successor_operands(op, number) {
                Some(range) if range.len() == args.len() => {
                    for (index, arg) in range.zip(args) {
                        self.weaken(ir, *arg, self.facts[ir.operand(op, index)]);
                    }
                }
                _ => self.varies(ir, args.iter().copied()),
            }
            self.reach(ir, to);
        }
    }

    /// The successor of a `cf.switch` on a known value; the first is the default.
    fn switch_case(&self, ir: &Ir, op: Op) -> Option<usize> {
        let flag = self.facts[ir.operand(op, 0)].constant()?;
        let flag = ir.ctx.scalar_bits(flag)?;
        let position = cf::case_values(ir, op).iter().position(|case| case == flag);
        Some(position.map_or(0, |position| position + 1))
    }

    /// Follows the ways from the start of a structured operation.
    fn enter_regions(&mut self, ir: &Ir, op: Op, flows: &[Flow]) {
        let computed: &[Value] = match ir.code(op) {
            // The induction variable.
            scf::FOR => ir.entry(ir.region(op, 0)).map_or(&[], |body| &ir.args(body)[..1]),
            _ => &[],
        };
        self.varies(ir, computed.iter().copied());
        let taken: Option<Point> = match ir.code(op) {
            scf::IF | scf::INDEX_SWITCH if self.is_unseen(ir.operand(op, 0)) => return,
            scf::IF => {
                self.known(ir, ir.operand(op, 0)).map(|condition| branch_of_if(ir, op, condition != 0))
            }
            scf::INDEX_SWITCH => {
                self.known(ir, ir.operand(op, 0)).and_then(|value| case_of_switch(ir, op, value))
            }
            scf::FOR => {
                if (0..2).any(|bound| self.is_unseen(ir.operand(op, bound))) {
                    return;
                }
                let bits = |bound| ir.ctx.scalar_bits(self.facts[ir.operand(op, bound)].constant()?);
                match of_bounds(bits(0), bits(1)) {
                    Trips::None => Some(Point::Parent),
                    Trips::Some => Some(Point::Region(0)),
                    Trips::Unknown => None,
                }
            }
            _ => None,
        };
        let from_start = flows.iter().filter(|flow| flow.from == Point::Parent);
        for flow in from_start.filter(|flow| taken.is_none_or(|taken| flow.to == taken)) {
            self.follow(ir, op, flow);
        }
    }

    /// Follows the ways from a terminator of a structured operation.
    fn leave_region(&mut self, ir: &Ir, terminator: Op) {
        let Some(around) = ir.parent_op(terminator) else { return };
        if ir.code(around) == scf::EXECUTE_REGION && ir.code(terminator) == scf::YIELD {
            // It may have very many blocks, whose ways are all alike: there is no need to list them for each.
            for (value, result) in ir.operands(terminator).zip(ir.results(around)) {
                self.weaken(ir, result, self.facts[value]);
            }
            return;
        }
        let Some(flows) = region_flows(ir, around) else { return };
        let goes_on = match ir.code(terminator) {
            scf::CONDITION if self.is_unseen(ir.operand(terminator, 0)) => return,
            scf::CONDITION => self.known(ir, ir.operand(terminator, 0)).map(|condition| condition != 0),
            _ => None,
        };
        for flow in flows.iter().filter(|flow| flow.by == terminator) {
            if goes_on.is_none_or(|goes_on| goes_on == (flow.to != Point::Parent)) {
                self.follow(ir, around, flow);
            }
        }
    }

    fn follow(&mut self, ir: &Ir, op: Op, flow: &Flow) {
        for (from, to) in flow.values.iter().zip(&flow.targets) {
            self.weaken(ir, *to, self.facts[*from]);
        }
        if let Point::Region(number) = flow.to
            && let Some(entry) = ir.entry(ir.region(op, number))
        {
            self.reach(ir, entry);
        }
    }
}

fn branch_of_if(ir: &Ir, op: Op, condition: bool) -> Point {
    let number = usize::from(!condition);
    let there = ir.regions(op).get(number).is_some_and(|region| !ir.blocks(*region).is_empty());
    if there { Point::Region(number) } else { Point::Parent }
}

/// The region of an `scf.index_switch`: the default comes first, then one a case.
fn case_of_switch(ir: &Ir, op: Op, value: i64) -> Option<Point> {
    let cases = ir.ctx.int_array(ir.attr(op, "cases")?)?;
    let position = cases.iter().position(|case| *case == value);
    Some(Point::Region(position.map_or(0, |position| position + 1)))
}

/// What an operation folds to on assumed constants. A fold may change the operation in place on the strength of what is
/// only assumed yet, which is taken back.
fn fold_on(ir: &mut Ir, op: Op, constants: &[Option<Attr>]) -> Option<SmallVec<[FoldResult; 1]>> {
    let operands: SmallVec<[Value; 4]> = ir.operands(op).collect();
    let (props, attrs) = (ir.props(op), ir.attrs(op));
    match fold_with(ir, op, constants) {
        Fold::Results(results) => Some(results),
        Fold::No => None,
        Fold::InPlace => {
            ir.set_operands(op, &operands);
            ir.set_props(op, props);
            ir.set_attrs(op, attrs);
            None
        }
    }
}

fn replace_constants(ir: &mut Ir, root: Op, analysis: &Analysis) {
    let mut constants = Constants::default();
    let mut made = Vec::new();
    let mut replaced = Vec::new();
    for op in ir.walk(root) {
        for region in ir.regions(op).to_vec() {
            for block in ir.blocks(region).to_vec() {
                let Some(first) = ir.first_op(block) else { continue };
                for arg in ir.args(block).to_vec() {
                    made.extend(replace_constant(ir, &mut constants, analysis, arg, first));
                }
            }
        }
        if ir.has_trait(op, Trait::ConstantLike) || op == root {
            continue;
        }
        let results: SmallVec<[Value; 2]> = ir.results(op).collect();
        let before = made.len();
        for result in results {
            made.extend(replace_constant(ir, &mut constants, analysis, result, op));
        }
        if made.len() > before {
            replaced.push(op);
        }
    }
    // Users first, so that what fed them goes too; constants that only they used last.
    let made = made.into_iter().filter_map(|value| ir.defining_op(value)).collect::<Vec<_>>();
    for op in made.into_iter().chain(replaced).rev() {
        if !ir.is_erased(op) && is_trivially_dead(ir, op) {
            ir.erase(op);
        }
    }
}

/// Replaces a value by the constant it is known to be, which it gives back.
fn replace_constant(
    ir: &mut Ir,
    constants: &mut Constants,
    analysis: &Analysis,
    value: Value,
    at: Op,
) -> Option<Value> {
    let attr = analysis.facts[value].constant().filter(|_| !ir.is_unused(value))?;
    let like = match ir.value_def(value) {
        ValueDef::Result(op, _) => ir.code(op),
        _ => ir.code(at),
    };
    let constant = constants.get(ir, at, like, attr, ir.ty(value))?;
    ir.replace_uses(value, constant);
    Some(constant)
}
