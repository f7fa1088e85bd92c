//! Elastic circuits as machine code: the modules around what [`crate::elastic`] emits, and the calls of it.

use super::{Effort, ModuleMemory, target};
use crate::elastic::control::{Sample, Shape};
use crate::elastic::emit::{self, Bases, States};
use crate::elastic::machine::{Core, Machine};
use cranelift_codegen::Context;
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::ir::{AbiParam, Block, Function, Inst, UserFuncName, Value, types};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Linkage, Module, ModuleReloc};
use rustc_hash::FxHashSet;

/// Valids, data, state, memories, what comes out, most cycles; and whether results are taken, or the number of the control state.
type CycleFn =
    unsafe extern "C" fn(*const u8, *mut u64, *mut u64, *const MemoryRef, *mut u64, u64, u64) -> u64;

/// The words of a memory.
#[repr(C)]
struct MemoryRef {
    words: *mut u64,
    count: u64,
}

/// A function over the buffers of a circuit.
struct Cycles {
    /// Owns the memory of the function; never touched again.
    _module: ModuleMemory,
    function: CycleFn,
}

impl Cycles {
    /// Compiles what is emitted into the function; `None` where Cranelift knows no code for this machine.
    fn new<T>(emit: impl FnOnce(Bases, Value, &mut FunctionBuilder<'_>) -> T) -> Option<(Cycles, T)> {
        let isa = target(Effort::Thorough)?;
        let builder = JITBuilder::with_isa(isa.clone(), cranelift_module::default_libcall_names());
        let mut module = JITModule::new(builder);
        let mut signature = module.make_signature();
        let pointer = module.target_config().pointer_type();
        signature.params.extend([AbiParam::new(pointer); 5]);
        signature.params.extend([AbiParam::new(types::I64); 2]);
        signature.returns.push(AbiParam::new(types::I64));
        let (mut context, mut builders) = (Context::new(), FunctionBuilderContext::new());
        context.func = Function::with_name_signature(UserFuncName::user(0, 0), signature.clone());
        let mut builder = FunctionBuilder::new(&mut context.func, &mut builders);
        let entry = builder.create_block();
        builder.append_block_params_for_function_params(entry);
        builder.switch_to_block(entry);
        let params = builder.block_params(entry).to_vec();
        let bases = Bases {
            valid: params[0],
            data: params[1],
            state: params[2],
            memories: params[3],
            out: params[4],
            cycles: params[5],
            done_ready: params[6],
        };
        let emitted = emit(bases, params[6], &mut builder);
        builder.seal_all_blocks();
        builder.finalize(isa.frontend_config());
        sweep(&mut context.func);
        context.compile(&*isa, &mut ControlPlane::default()).ok()?;
        let code = context.compiled_code()?;
        let relocations = code.buffer.relocs().iter();
        let relocations: Vec<ModuleReloc> = relocations
            .map(|r| ModuleReloc::from_mach_reloc(r, &context.func, FuncId::from_u32(0)))
            .collect();
        let id = module.declare_function("cycles", Linkage::Local, &signature).ok()?;
        let alignment = u64::from(code.buffer.alignment);
        module.define_function_bytes(id, alignment, code.code_buffer(), &relocations).ok()?;
        module.finalize_definitions().ok()?;
        let address = module.get_finalized_function(id);
        // SAFETY: the function was defined with the signature of `CycleFn`.
        #[allow(unsafe_code)]
        let function = unsafe { std::mem::transmute::<*const u8, CycleFn>(address) };
        Some((Cycles { _module: ModuleMemory(Some(module)), function }, emitted))
    }

    /// Calls the function for at most so many cycles. Gives back what it does, and what came out.
    #[allow(unsafe_code)]
    fn call(&self, core: &mut Core, cycles: u64, last: u64) -> (u64, [u64; 2]) {
        let memories: Vec<MemoryRef> = core
            .memories
            .iter_mut()
            .map(|memory| {
                let words = memory.raw();
                MemoryRef { words: words.as_mut_ptr(), count: words.len() as u64 }
            })
            .collect();
        let mut out = [0u64; 2];
        // SAFETY: the code was compiled from the circuit that these buffers belong to, whose channels and words of state they all have. It reads and
        // writes memories within their counts, and keeps no pointer after it returns.
        let status = unsafe {
            (self.function)(
                core.valid.as_ptr(),
                core.data.as_mut_ptr(),
                core.state.as_mut_ptr(),
                memories.as_ptr(),
                out.as_mut_ptr(),
                cycles,
                last,
            )
        };
        (status, out)
    }
}

/// Removes instructions whose results nobody uses, loads above all: much of what units know of their inputs does not matter to anybody where control is known,
/// and the code generator keeps loads. Blocks stand in an order in which values are made before they are used.
fn sweep(func: &mut Function) {
    let mut used: FxHashSet<Value> = FxHashSet::default();
    let blocks: Vec<Block> = func.layout.blocks().collect();
    for block in blocks.into_iter().rev() {
        let insts: Vec<Inst> = func.layout.block_insts(block).collect();
        for inst in insts.into_iter().rev() {
            let op = func.dfg.insts[inst].opcode();
            let acts = op.is_terminator() || op.is_call() || op.can_store() || op.other_side_effects();
            if acts || func.dfg.inst_results(inst).iter().any(|result| used.contains(result)) {
                used.extend(func.dfg.inst_values(inst));
            } else {
                func.layout.remove_inst(inst);
            }
        }
    }
}

/// The machine code of an elastic circuit, for any state of it.
pub(crate) struct ElasticCode(Cycles);

/// How far the code came.
pub(crate) struct Ran {
    /// Cycles.
    pub cycles: u64,
    /// Something moved in the last of them.
    pub progress: bool,
    /// Something moved in the last of them that only sources feed.
    pub stirred: bool,
    /// The results were taken in the last of them.
    pub done: bool,
    /// The unit that raised an error.
    pub error: Option<usize>,
}

impl ElasticCode {
    /// Compiles a circuit that [`emit::fits`]; `None` where Cranelift knows no code for this machine.
    pub fn new(machine: &Machine, results: &[u32]) -> Option<ElasticCode> {
        let (cycles, ()) = Cycles::new(|bases, _, builder| emit::emit(machine, results, bases, builder))?;
        Some(ElasticCode(cycles))
    }

    /// Runs at most so many cycles of the circuit it was compiled from.
    pub fn run(&self, core: &mut Core, cycles: u64) -> Ran {
        let done_ready = u64::from(core.done_ready);
        let (status, out) = self.0.call(core, cycles, done_ready);
        let has = |bit: i64| status as i64 & bit != 0;
        Ran {
            cycles: out[emit::OUT_CYCLES as usize],
            progress: has(emit::PROGRESS),
            stirred: has(emit::STIRRED),
            done: has(emit::DONE),
            error: has(emit::ERROR).then(|| out[emit::OUT_ERROR as usize] as usize - 1),
        }
    }
}

/// The machine code of some control states of an elastic circuit.
pub(crate) struct TraceCode {
    cycles: Cycles,
    states: States,
}

impl TraceCode {
    /// Compiles the cycles that samples were taken of.
    pub fn new(machine: &Machine, shape: &Shape, samples: &[&Sample], results: &[u32]) -> Option<TraceCode> {
        let emit = |bases, entry, builder: &mut FunctionBuilder<'_>| {
            emit::emit_traces((machine, shape), samples, results, (bases, entry), builder)
        };
        let (cycles, states) = Cycles::new(emit)?;
        Some(TraceCode { cycles, states })
    }

    /// Runs at most so many cycles, as long as there is code for them; says how many. Nothing is offered from outside meanwhile, results are taken.
    pub fn run(&self, core: &mut Core, shape: &Shape, cycles: u64) -> u64 {
        let Some(entry) = self.states.find(&shape.control(&core.state)) else { return 0 };
        let (id, out) = self.cycles.call(core, cycles, u64::from(entry));
        let ran = out[emit::OUT_CYCLES as usize];
        if ran > 0 {
            shape.restore(self.states.control(id as u32), &mut core.state);
        }
        ran
    }
}
