//! Modules: ports, clocks, parameters, instances of earlier modules, and the text of the whole circuit.

use super::comb::joined;
use super::r#gen::{Gen, Inputs, Operand};
use super::names::{Names, quoted_if_needed};
use super::state::Pending;
use super::types::Ty;

/// What comes in through a port.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Input {
    Data(Ty),
    Clock,
    /// A clock that is a bit outside.
    ClockBit,
}

impl Input {
    fn text(&self) -> String {
        match self {
            Input::Data(ty) => ty.text(),
            Input::Clock => "!seq.clock".to_string(),
            Input::ClockBit => "i1".to_string(),
        }
    }
}

/// A finished module.
pub(super) struct Module {
    /// As it stands after the `@`.
    symbol: String,
    inputs: Vec<(String, Input)>,
    outputs: Vec<Output>,
    parameters: Vec<(String, u32)>,
    /// Whether another module has an instance of it.
    used: bool,
    text: String,
}

#[derive(Clone)]
struct Output {
    name: String,
    ty: Ty,
    /// The inputs it depends on in the same cycle.
    inputs: Inputs,
}

/// An instance that is not written yet.
struct Instance {
    module: usize,
    results: Vec<String>,
    /// The operands that were chosen.
    operands: Vec<Option<Operand>>,
}

/// Something to do while computations are written.
enum Step {
    Compute,
    /// Choose the inputs that outputs of this instance depend on.
    Connect(usize),
    /// The read ports of this memory.
    Read(usize),
}

/// The widest bundle of values that nobody uses.
const BUNDLE: u32 = 400;

impl Gen {
    /// Writes all modules.
    pub fn circuit(mut self) -> String {
        let most = (self.config.size as u64 / 6 + 1).min(5);
        let count = 1 + self.rng.below(most) as usize;
        let size = self.config.size / count + 1;
        let mut symbols = Names::default();
        for number in 0..count {
            let symbol = symbols.string(&mut self.rng);
            let module = self.module(symbol, size, number + 1 == count);
            self.modules.push(module);
        }
        let texts: Vec<&str> = self.modules.iter().map(|module| &*module.text).collect();
        format!("module {{\n{}}}\n", texts.concat())
    }

    fn module(&mut self, symbol: String, size: usize, top: bool) -> Module {
        (self.lines, self.values, self.names) = (Vec::new(), Vec::new(), Names::default());
        (self.clocks, self.still_clock, self.symbols) = (Vec::new(), None, 0);
        self.parameters = self.new_parameters();
        let inputs = self.inputs(top);
        let mut pending = self.announce(size);
        let mut instances = self.announce_instances(top);
        let mut steps: Vec<Step> = (0..size).map(|_| Step::Compute).collect();
        steps.extend((0..instances.len()).map(Step::Connect));
        let is_read = |p: &Pending| matches!(p, Pending::Memory(memory) if memory.is_combinational());
        steps.extend((0..pending.len()).filter(|at| is_read(&pending[*at])).map(Step::Read));
        self.rng.shuffle(&mut steps);
        for step in steps {
            match step {
                Step::Compute => self.compute(),
                Step::Connect(at) => self.connect(&mut instances[at]),
                Step::Read(at) => {
                    let Pending::Memory(memory) = &pending[at] else { continue };
                    self.combinational_reads(memory);
                }
            }
        }
        self.rng.shuffle(&mut pending);
        pending.into_iter().for_each(|one| self.feed(one));
        instances.into_iter().for_each(|instance| self.instance(instance));
        let (outputs, end) = self.outputs();
        let visibility = if !top && self.rng.bool() { "private " } else { "" };
        let text = self.module_text(&symbol, visibility, &inputs, &outputs, &end);
        let parameters = self.parameters.clone();
        Module { symbol, inputs, outputs, parameters, used: false, text }
    }

    fn new_parameters(&mut self) -> Vec<(String, u32)> {
        // CIRCT computes with parameters in 32 bits, whatever their width.
        if !self.rng.chance(1, 4) || self.config.circt_defined {
            return Vec::new();
        }
        let names = ["p", "depth", "parameter"];
        (0..1 + self.rng.index(2)).map(|at| (names[at].to_string(), self.rng.between(1, 40) as u32)).collect()
    }

    /// Makes the ports of the module, data and clocks, and takes them into reach.
    fn inputs(&mut self, top: bool) -> Vec<(String, Input)> {
        let data = if top { self.rng.between(2, 6) } else { self.rng.between(1, 5) };
        let mut kinds: Vec<Input> = (0..data).map(|_| Input::Data(self.ty())).collect();
        kinds.push(Input::Data(Ty::BIT));
        let clocks = if top || self.rng.chance(7, 8) { 1 + u64::from(self.rng.chance(1, 6)) } else { 0 };
        for _ in 0..clocks {
            // Only inputs of the top are clocks when they are bits.
            let kind = if top && self.rng.chance(1, 3) { Input::ClockBit } else { Input::Clock };
            kinds.insert(self.rng.index(kinds.len() + 1), kind);
        }
        let (mut inputs, mut clock_bits) = (Vec::new(), Vec::new());
        for (at, kind) in kinds.into_iter().enumerate() {
            let name = self.names.input(&mut self.rng);
            let value = format!("%{name}");
            match &kind {
                Input::Data(ty) => self.add(value, ty.clone(), 1 << at),
                Input::Clock => self.clocks.push(value),
                Input::ClockBit => clock_bits.push(value),
            }
            inputs.push((name, kind));
        }
        self.derived_clocks(clock_bits);
        inputs
    }

    /// Clocks that stand for an input, and one that never ticks.
    fn derived_clocks(&mut self, clock_bits: Vec<String>) {
        for bit in clock_bits {
            let clock = self.fresh();
            self.lines.push(format!("{clock} = seq.to_clock {bit}"));
            self.clocks.push(clock);
        }
        if self.rng.chance(1, 8)
            && let Some(clock) = self.clocks.first().cloned()
        {
            let (bit, again) = (self.fresh(), self.fresh());
            self.lines.push(format!("{bit} = seq.from_clock {clock}"));
            self.lines.push(format!("{again} = seq.to_clock {bit}"));
            self.clocks.push(again);
        }
        if self.rng.chance(1, 8) && !self.clocks.is_empty() && !self.config.circt_defined {
            let (name, level) = (self.fresh(), *self.rng.pick(&["low", "high"]));
            self.lines.push(format!("{name} = seq.const_clock {level}"));
            self.still_clock = Some(name);
        }
    }

    fn announce(&mut self, size: usize) -> Vec<Pending> {
        let mut pending = Vec::new();
        if self.clocks.is_empty() {
            return pending;
        }
        for _ in 0..1 + self.rng.index(2 + size / 5) {
            pending.push(self.announce_register());
        }
        for _ in 0..*self.rng.pick(&[0, 0, 0, 1, 1, 2]) {
            pending.push(self.announce_memory());
        }
        if self.rng.chance(1, 5) {
            pending.push(self.announce_fifo());
        }
        pending
    }

    // ----- instances -----

    /// Chooses modules to have instances of. What a top module's circuit defines, it uses.
    fn announce_instances(&mut self, top: bool) -> Vec<Instance> {
        let mut chosen: Vec<usize> = Vec::new();
        for _ in 0..if self.modules.is_empty() { 0 } else { self.rng.below(3) } {
            chosen.push(self.rng.index(self.modules.len()));
        }
        if top {
            chosen.extend((0..self.modules.len()).filter(|at| !self.modules[*at].used));
        }
        chosen.retain(|at| self.can_clock(*at));
        let mut instances = Vec::new();
        for module in chosen {
            self.modules[module].used = true;
            let outputs = self.modules[module].outputs.clone();
            let results: Vec<String> = outputs.iter().map(|_| self.fresh()).collect();
            for (name, output) in results.iter().zip(&outputs) {
                if output.inputs == 0 {
                    self.add(name.clone(), output.ty.clone(), 0);
                }
            }
            let operands = vec![None; self.modules[module].inputs.len()];
            instances.push(Instance { module, results, operands });
        }
        instances
    }

    /// Whether this module has the clocks that an instance of another needs.
    fn can_clock(&self, module: usize) -> bool {
        self.modules[module].inputs.iter().all(|(_, input)| match input {
            Input::Data(_) => true,
            Input::Clock => !self.clocks.is_empty(),
            Input::ClockBit => false,
        })
    }

    fn instance_operand(&mut self, module: usize, at: usize) -> Operand {
        match self.modules[module].inputs[at].1.clone() {
            Input::Data(ty) => self.operand(&ty),
            // One that never ticks does not go into an instance.
            Input::Clock => Operand { name: self.rng.pick(&self.clocks).clone(), inputs: 0 },
            Input::ClockBit => unreachable!("only the top has such inputs, and it has no instances"),
        }
    }

    /// Chooses the inputs that outputs depend on in the same cycle; then those outputs are in reach, too.
    fn connect(&mut self, instance: &mut Instance) {
        let outputs = self.modules[instance.module].outputs.clone();
        let needed = outputs.iter().fold(0, |all, output| all | output.inputs);
        for at in (0..instance.operands.len()).filter(|at| needed >> at & 1 == 1) {
            instance.operands[at] = Some(self.instance_operand(instance.module, at));
        }
        for (name, output) in instance.results.iter().zip(&outputs).filter(|(_, output)| output.inputs != 0) {
            let through = instance.operands.iter().enumerate().filter(|(at, _)| output.inputs >> at & 1 == 1);
            let inputs =
                through.fold(0, |all, (_, operand)| all | operand.as_ref().map_or(0, |one| one.inputs));
            self.add(name.clone(), output.ty.clone(), inputs);
        }
    }

    fn instance(&mut self, instance: Instance) {
        let mut ports = Vec::new();
        for (at, operand) in instance.operands.into_iter().enumerate() {
            let operand = operand.unwrap_or_else(|| self.instance_operand(instance.module, at));
            let (name, input) = &self.modules[instance.module].inputs[at];
            ports.push(format!("{}: {}: {}", quoted_if_needed(name), operand.name, input.text()));
        }
        let parameters = self.modules[instance.module].parameters.clone();
        let parameters: Vec<String> =
            parameters.iter().map(|(name, width)| self.argument(name, *width)).collect();
        let parameters = in_angles(&parameters);
        let name = self.names.string(&mut self.rng);
        let symbol = if self.rng.chance(1, 6) { format!("sym @{} ", self.symbol()) } else { String::new() };
        let module = &self.modules[instance.module];
        let results: Vec<String> = module
            .outputs
            .iter()
            .map(|out| format!("{}: {}", quoted_if_needed(&out.name), out.ty.text()))
            .collect();
        self.lines.push(format!(
            "{} = hw.instance \"{name}\" {symbol}@{}{parameters}({}) -> ({})",
            instance.results.join(", "),
            quoted_if_needed(&module.symbol),
            ports.join(", "),
            results.join(", ")
        ));
    }

    /// What an instance gives for a parameter: a number, or a parameter of its own module.
    fn argument(&mut self, name: &str, width: u32) -> String {
        let own: Vec<String> =
            self.parameters.iter().filter(|(_, have)| *have == width).map(|(name, _)| name.clone()).collect();
        let value = if !own.is_empty() && self.rng.bool() {
            format!("#hw.param.decl.ref<\"{}\">", self.rng.pick(&own))
        } else {
            Ty::Int(width).literal(&self.rng.edgy_bits(width)).split(' ').next().unwrap_or("0").to_string()
        };
        format!("{name}: i{width} = {value}")
    }

    // ----- outputs and text -----

    /// Chooses the outputs: some values as they are, and most of what nobody uses in bundles. Also the operands of `hw.output`.
    fn outputs(&mut self) -> (Vec<Output>, Vec<String>) {
        let mut chosen: Vec<(Ty, Operand)> = Vec::new();
        for _ in 0..1 + self.rng.index(4) {
            let Some(at) = self.pick(|_| true) else { break };
            let ty = self.values[at].ty.clone();
            let operand = Operand { name: self.values[at].name.clone(), inputs: self.values[at].inputs };
            self.values[at].used = true;
            chosen.push((ty, operand));
        }
        let mut bundle: (Vec<Operand>, Vec<String>, u32) = Default::default();
        for at in 0..self.values.len() {
            if self.values[at].used || self.rng.chance(1, 10) {
                continue;
            }
            self.values[at].used = true;
            let value = self.values[at].clone();
            let width = value.ty.width();
            let mut operand = Operand { name: value.name, inputs: value.inputs };
            if !matches!(value.ty, Ty::Int(_)) {
                let text = format!("hw.bitcast {} : ({}) -> i{width}", operand.name, value.ty.text());
                operand = self.define(Ty::Int(width), operand.inputs, &text);
            }
            if bundle.2 + width > BUNDLE {
                let full = std::mem::take(&mut bundle);
                chosen.extend(self.bundled(full));
            }
            bundle.0.push(operand);
            bundle.1.push(format!("i{width}"));
            bundle.2 += width;
        }
        chosen.extend(self.bundled(bundle));
        let mut outputs = Vec::new();
        let mut end = Vec::new();
        for (ty, operand) in chosen {
            let name = self.names.string(&mut self.rng);
            outputs.push(Output { name, ty, inputs: operand.inputs });
            end.push(operand.name);
        }
        (outputs, end)
    }

    fn bundled(
        &mut self,
        (operands, types, width): (Vec<Operand>, Vec<String>, u32),
    ) -> Option<(Ty, Operand)> {
        let (names, inputs) = joined(&operands);
        let text = format!("comb.concat {names} : {}", types.join(", "));
        (width > 0).then(|| (Ty::Int(width), self.define(Ty::Int(width), inputs, &text)))
    }

    fn module_text(
        &mut self,
        symbol: &str,
        visibility: &str,
        inputs: &[(String, Input)],
        outputs: &[Output],
        end: &[String],
    ) -> String {
        let parameters: Vec<String> = self
            .parameters
            .clone()
            .into_iter()
            .map(|(name, width)| {
                let value = self.rng.edgy_bits(width);
                format!(
                    "{name}: i{width} = {}",
                    if width == 1 { value.bit(0).to_string() } else { value.signed().to_string() }
                )
            })
            .collect();
        let mut ports: Vec<String> =
            inputs.iter().map(|(name, input)| format!("in %{name} : {}", input.text())).collect();
        ports.extend(
            outputs.iter().map(|out| format!("out {} : {}", quoted_if_needed(&out.name), out.ty.text())),
        );
        // Operations stand in any order: a module is a graph.
        match self.rng.below(4) {
            0 => self.lines.reverse(),
            1 | 2 => self.rng.shuffle(&mut self.lines),
            _ => {}
        }
        let mut text = format!(
            "  hw.module {visibility}@{}{}({}) {{\n",
            quoted_if_needed(symbol),
            in_angles(&parameters),
            ports.join(", ")
        );
        for line in &self.lines {
            text.push_str(&format!("    {line}\n"));
        }
        let types: Vec<String> = outputs.iter().map(|output| output.ty.text()).collect();
        text.push_str(&format!("    hw.output {} : {}\n  }}\n", end.join(", "), types.join(", ")));
        text
    }
}

fn in_angles(items: &[String]) -> String {
    if items.is_empty() { String::new() } else { format!("<{}>", items.join(", ")) }
}
