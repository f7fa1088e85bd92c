//! The regions of a program as streams see them, and how a value goes from one into another.
//!
//! In each region every stream carries one token an activation. A value that is used further inside than it is made is *imported*: it is taken
//! through one crossing after the other, from the outside in, and each crossing is made once for a value. A loop is two
//! regions: its head, which is activated once more than there are rounds, and its body inside. The control token of a region is
//! the function's start token, imported like any other value, so a region that needs none has none. In the head of a loop that counts it is
//! the condition without its data.

use crate::streams::memory::{constant, join};
use dialects::{dataflow, handshake};
use ir::{Attr, Block, Builder, InsertPoint, Ir, Loc, Op, OpCode, OpState, Type, Value};
use rustc_hash::FxHashMap;

/// A region, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Area(u32);

/// The body of the function.
pub(super) const TOP: Area = Area(0);

/// How tokens come in from the region around.
#[derive(Clone, Copy)]
enum Crossing {
    /// They do not: there is none around.
    Top,
    /// The head of a loop: repeated for every round and once more, along the loop's condition.
    Head(Value),
    /// The body of a loop, from its head: without the last.
    Body(Value),
    /// One side of a choice, by its condition; the other side is the twin.
    Side { condition: Value, side: bool, twin: Area },
}

struct AreaData {
    parent: Area,
    crossing: Crossing,
    /// The operation it comes from.
    loc: Loc,
    imports: FxHashMap<Value, Value>,
    constants: FxHashMap<(Attr, Type), Value>,
}

/// A stream and the region it has one token an activation in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stream {
    pub value: Value,
    pub home: Area,
}

/// The graph that is being made: its block and its regions.
pub(super) struct Graph<'a> {
    pub ir: &'a mut Ir,
    /// Where all operations go.
    pub block: Block,
    start: Value,
    areas: Vec<AreaData>,
}

impl<'a> Graph<'a> {
    /// A graph of nothing yet. `start` is the token of an activation.
    pub fn new(ir: &'a mut Ir, block: Block, start: Value, loc: Loc) -> Graph<'a> {
        let mut graph = Graph { ir, block, start, areas: Vec::new() };
        graph.area(TOP, Crossing::Top, loc);
        graph
    }

    fn area(&mut self, parent: Area, crossing: Crossing, loc: Loc) -> Area {
        let area = Area(u32::try_from(self.areas.len()).expect("a program has fewer regions than bytes"));
        self.areas.push(AreaData {
            parent,
            crossing,
            loc,
            imports: FxHashMap::default(),
            constants: FxHashMap::default(),
        });
        area
    }

    fn data(&mut self, area: Area) -> &mut AreaData {
        &mut self.areas[area.0 as usize]
    }

    /// Head and body of a loop whose condition is `raw`.
    pub fn enter_loop(&mut self, around: Area, raw: Value, loc: Loc) -> (Area, Area) {
        let head = self.area(around, Crossing::Head(raw), loc);
        let body = self.area(head, Crossing::Body(raw), loc);
        (head, body)
    }

    /// The two sides of a choice, that of true first.
    pub fn enter_choice(&mut self, around: Area, condition: Value, loc: Loc) -> (Area, Area) {
        let yes = self.area(around, Crossing::Side { condition, side: true, twin: TOP }, loc);
        let no = self.area(around, Crossing::Side { condition, side: false, twin: yes }, loc);
        self.data(yes).crossing = Crossing::Side { condition, side: true, twin: no };
        (yes, no)
    }

    /// Says what the condition of a loop is that was entered with a stand-in.
    pub fn settle_condition(&mut self, head: Area, body: Area, raw: Value) {
        self.data(head).crossing = Crossing::Head(raw);
        self.data(body).crossing = Crossing::Body(raw);
    }

    /// How many regions are around a region.
    pub fn depth(&self, area: Area) -> usize {
        let around = |area: &Area| (*area != TOP).then(|| self.areas[area.0 as usize].parent);
        std::iter::successors(Some(area), around).count()
    }

    // ----- values in regions -----

    /// A stream as a region sees it that lies inside of the stream's own.
    pub fn import(&mut self, stream: Stream, to: Area) -> Value {
        let (mut inward, mut at, mut value) = (Vec::new(), to, stream.value);
        while at != stream.home {
            debug_assert!(at != TOP, "a value is used inside of the region it is made in");
            if let Some(known) = self.data(at).imports.get(&stream.value) {
                value = *known;
                break;
            }
            inward.push(at);
            at = self.data(at).parent;
        }
        for area in inward.into_iter().rev() {
            value = self.cross(area, stream.value, value);
        }
        value
    }

    /// Takes a value, as the region around sees it, into a region, which knows it by the value it was at home.
    fn cross(&mut self, area: Area, origin: Value, value: Value) -> Value {
        let (crossing, loc, ty) = (self.data(area).crossing, self.data(area).loc, self.ir.ty(value));
        let inside = match crossing {
            Crossing::Top => unreachable!("nothing is outside of the function"),
            // Where the condition does not wait for the head, it is itself one token a round and one more.
            Crossing::Head(raw) if origin == self.start && self.is_counted(raw) => {
                self.value(loc, handshake::JOIN, &[raw], ty)
            }
            Crossing::Head(raw) => self.value(loc, dataflow::INVARIANT, &[raw, value], ty),
            Crossing::Body(raw) => {
                let op = self.op(loc, dataflow::GATE, &[value, raw], &[ty, Type::I1]);
                self.ir.result(op, 0)
            }
            Crossing::Side { condition, side, twin } => {
                let (yes, no) = self.cond_br(loc, condition, value);
                self.name_like(yes, value);
                self.name_like(no, value);
                let (inside, other) = if side { (yes, no) } else { (no, yes) };
                self.data(twin).imports.insert(origin, other);
                inside
            }
        };
        self.name_like(inside, value);
        self.data(area).imports.insert(origin, inside);
        inside
    }

    /// Whether a condition comes from a stream that counts.
    fn is_counted(&self, raw: Value) -> bool {
        self.ir.defining_op(raw).is_some_and(|op| self.ir.code(op) == dataflow::STREAM)
    }

    /// The token that says that a region is activated.
    pub fn control(&mut self, area: Area) -> Value {
        self.import(Stream { value: self.start, home: TOP }, area)
    }

    /// A constant in a region, one for all its users there.
    pub fn constant(&mut self, area: Area, loc: Loc, value: Attr, ty: Type) -> Value {
        if let Some(known) = self.data(area).constants.get(&(value, ty)) {
            return *known;
        }
        let control = self.control(area);
        let made =
            constant(&mut Builder::new(self.ir, InsertPoint::End(self.block), loc), control, value, ty);
        self.data(area).constants.insert((value, ty), made);
        made
    }

    /// In a region, whether one inside of it is reached, behind choices only; none where it always is.
    pub fn reaches(&mut self, from: Area, to: Area, loc: Loc) -> Option<Value> {
        let mut reached: Option<Value> = None;
        let mut at = to;
        while at != from {
            let Crossing::Side { condition, side, twin } = self.data(at).crossing else {
                unreachable!("only choices are between the two")
            };
            reached = Some(match reached {
                None if side => condition,
                _ => {
                    let inside = reached.unwrap_or_else(|| self.answer(at, loc, true));
                    let outside = self.answer(twin, loc, false);
                    let (yes, no) = if side { (inside, outside) } else { (outside, inside) };
                    self.mux(loc, condition, no, yes)
                }
            });
            at = self.data(at).parent;
        }
        reached
    }

    fn answer(&mut self, area: Area, loc: Loc, answer: bool) -> Value {
        let answer = self.ir.ctx.bool_attr(answer);
        self.constant(area, loc, answer, Type::I1)
    }

    // ----- operations -----

    /// Puts an operation at the end of the graph.
    pub fn build(&mut self, state: OpState) -> Op {
        let loc = state.loc;
        Builder::new(self.ir, InsertPoint::End(self.block), loc).build(state)
    }

    /// An operation of operands and results only.
    pub fn op(&mut self, loc: Loc, code: OpCode, operands: &[Value], results: &[Type]) -> Op {
        self.build(OpState::new(code, loc).operands(operands).results(results))
    }

    /// The same with one result.
    pub fn value(&mut self, loc: Loc, code: OpCode, operands: &[Value], ty: Type) -> Value {
        let op = self.op(loc, code, operands, &[ty]);
        self.ir.result(op, 0)
    }

    /// A value sent one way or the other: the side of true first.
    pub fn cond_br(&mut self, loc: Loc, condition: Value, value: Value) -> (Value, Value) {
        let ty = self.ir.ty(value);
        let op = self.op(loc, handshake::COND_BR, &[condition, value], &[ty, ty]);
        (self.ir.result(op, 0), self.ir.result(op, 1))
    }

    /// One of two values, by a condition.
    pub fn mux(&mut self, loc: Loc, condition: Value, no: Value, yes: Value) -> Value {
        let ty = self.ir.ty(yes);
        self.value(loc, handshake::MUX, &[condition, no, yes], ty)
    }

    /// A loop-carried value, whose next is still to come: see [`Graph::close`].
    pub fn carry(&mut self, loc: Loc, raw: Value, first: Value) -> Op {
        let ty = self.ir.ty(first);
        self.op(loc, dataflow::CARRY, &[raw, first, first], &[ty])
    }

    /// Gives a carried value its next.
    pub fn close(&mut self, carry: Op, next: Value) {
        self.ir.set_operand(carry, 2, next);
    }

    /// A token when all values are there; a lone token is itself.
    pub fn join(&mut self, loc: Loc, values: &[Value]) -> Value {
        join(&mut Builder::new(self.ir, InsertPoint::End(self.block), loc), values)
    }

    /// Names a value like another, unless it has a name.
    pub fn name_like(&mut self, value: Value, like: Value) {
        if self.ir.value_name(value).is_none() {
            self.ir.set_value_name(value, self.ir.value_name(like));
        }
    }
}
