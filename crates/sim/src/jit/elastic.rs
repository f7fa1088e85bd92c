//! Elastic circuits as machine code: the module around what [`crate::elastic`] emits, and the call of it.

use super::{Effort, ModuleMemory, target};
use crate::elastic::emit::{self, Bases};
use crate::elastic::machine::{Core, Machine};
use cranelift_codegen::Context;
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::ir::{AbiParam, Function, UserFuncName, types};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Linkage, Module, ModuleReloc};

/// Valids, data, state, memories, what comes out, most cycles, whether results are taken.
type CycleFn =
    unsafe extern "C" fn(*const u8, *mut u64, *mut u64, *const MemoryRef, *mut u64, u64, u64) -> u64;

/// The words of a memory.
#[repr(C)]
struct MemoryRef {
    words: *mut u64,
    count: u64,
}

/// The machine code of an elastic circuit.
pub(crate) struct ElasticCode {
    /// Owns the memory of the function; never touched again.
    _module: ModuleMemory,
    function: CycleFn,
}

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
    /// Compiles a circuit; `None` where it does not fit or Cranelift knows no code for this machine.
    pub fn new(machine: &Machine, results: &[u32]) -> Option<ElasticCode> {
        if !emit::fits(machine) {
            return None;
        }
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
        emit::emit(machine, results, bases, &mut builder);
        builder.seal_all_blocks();
        builder.finalize(isa.frontend_config());
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
        Some(ElasticCode { _module: ModuleMemory(Some(module)), function })
    }

    /// Runs at most so many cycles of the circuit it was compiled from.
    #[allow(unsafe_code)]
    pub fn run(&self, core: &mut Core, cycles: u64) -> Ran {
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
                u64::from(core.done_ready),
            )
        };
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
