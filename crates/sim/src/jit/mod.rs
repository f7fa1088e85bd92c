//! The program as machine code, made by Cranelift in milliseconds.
//!
//! Each block becomes a function. Within it values live in registers; only what others read is stored. A block of several lanes
//! is a loop over them, four lanes at a time where its operations allow it. Operations on more than 64 bits and
//! rare ones call the interpreter for one instruction, so there is one meaning of them. [`tiers`] decides how much time
//! compiling may take.

pub(crate) mod elastic;
mod hot;
mod scalar;
pub mod tiers;
mod vector;

use crate::design::Op;
use crate::interpret::{self, Buffers};
use crate::program::{Instr, Program};
use cranelift_codegen::ir::{AbiParam, Function, InstBuilder, Signature, UserFuncName, types};
use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_codegen::{Context, control::ControlPlane};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Linkage, Module, ModuleReloc};

/// A block's function: the buffers state, next, temp and memory, and the [`Caller`].
type BlockFn = unsafe extern "C" fn(*const u32, *mut u32, *mut u32, *mut u32, *mut Caller);

/// What compiled code hands back when it asks the interpreter for help.
#[repr(C)]
struct Caller {
    program: *const Program,
    buffers: *mut Buffers,
}

/// How much time compiling may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// About a microsecond an instruction.
    Quick,
    /// Ten times that, for code that keeps more in registers.
    Thorough,
}

/// The machine code of a program.
pub struct Compiled {
    /// Owns the memory of the functions; never touched again.
    _module: ModuleMemory,
    blocks: Vec<BlockFn>,
}

/// A module whose memory is given back when it is dropped.
struct ModuleMemory(Option<JITModule>);

impl Drop for ModuleMemory {
    #[allow(unsafe_code)]
    fn drop(&mut self) {
        if let Some(module) = self.0.take() {
            // SAFETY: the functions are called by `Compiled` only, which owns this and is being dropped.
            unsafe { module.free_memory() }
        }
    }
}

/// Asks the interpreter to execute instruction `index` in `lane`.
///
/// # Safety
/// `caller` points to a live [`Caller`] whose pointers are live and unused by anybody else for the time of the call.
#[allow(unsafe_code)]
unsafe extern "C" fn interpret_one(caller: *mut Caller, index: u32, lane: u32) {
    // SAFETY: `Compiled::evaluate` made the caller from references it holds exclusively; compiled code keeps no
    // Rust references.
    let (program, buffers) = unsafe { (&*(*caller).program, &mut *(*caller).buffers) };
    interpret::execute(program, &program.instrs[index as usize], lane, buffers);
}

/// Whether an instruction is left to the interpreter.
fn is_rare(instr: &Instr, program: &Program) -> bool {
    let args = program.args(instr);
    match instr.op {
        // The one quotient that does not fit would trap.
        Op::DivS | Op::ModS => instr.width == 64 || instr.wide,
        Op::Copy => false,
        Op::Extract(_) => instr.width > 64,
        Op::Mux | Op::And | Op::Or | Op::Xor | Op::Concat => false,
        Op::Pick(size) if instr.wide => {
            instr.width > 64 || size % 32 != 0 || instr.width > size || args[1].width > 32
        }
        _ => instr.wide,
    }
}

impl Compiled {
    /// Compiles a program; `None` where Cranelift knows no code for this machine.
    pub fn new(program: &Program, effort: Effort) -> Option<Compiled> {
        let isa = target(effort)?;
        let mut builder = JITBuilder::with_isa(isa.clone(), cranelift_module::default_libcall_names());
        builder.symbol("interpret_one", interpret_one as *const u8);
        let mut module = JITModule::new(builder);
        let pointer = module.target_config().pointer_type();
        let mut helper = module.make_signature();
        helper.params.extend([AbiParam::new(pointer), AbiParam::new(types::I32), AbiParam::new(types::I32)]);
        let helper = module.declare_function("interpret_one", Linkage::Import, &helper).ok()?;
        let mut signature = module.make_signature();
        signature.params.extend([AbiParam::new(pointer); 5]);

        let compiler = Compiler { program, effort, isa, signature: &signature, helper };
        let mut functions = Vec::with_capacity(program.blocks.len());
        for (index, code) in compiler.all()?.into_iter().enumerate() {
            let id = module.declare_function(&format!("block{index}"), Linkage::Local, &signature).ok()?;
            module.define_function_bytes(id, code.alignment, &code.bytes, &code.relocations).ok()?;
            functions.push(id);
        }
        module.finalize_definitions().ok()?;
        let address = |id: &FuncId| {
            let code = module.get_finalized_function(*id);
            // SAFETY: the function was defined with the signature of `BlockFn`.
            #[allow(unsafe_code)]
            unsafe {
                std::mem::transmute::<*const u8, BlockFn>(code)
            }
        };
        let blocks = functions.iter().map(address).collect();
        Some(Compiled { _module: ModuleMemory(Some(module)), blocks })
    }

    /// Computes all values of a cycle.
    #[allow(unsafe_code)]
    pub fn evaluate(&self, program: &Program, buffers: &mut Buffers) {
        for (block, function) in program.blocks.iter().zip(&self.blocks) {
            buffers.gather(block);
            let mut caller = Caller { program, buffers };
            let Buffers { state, next, temp, memory, .. } = buffers;
            // SAFETY: the code was compiled from this program, whose slots lie inside these buffers: `build` gave them
            // out while it grew the buffers, lanes padded. It keeps no pointer after it returns.
            unsafe {
                function(
                    state.as_ptr(),
                    next.as_mut_ptr(),
                    temp.as_mut_ptr(),
                    memory.as_mut_ptr(),
                    &mut caller,
                )
            }
        }
    }
}

/// Code for this machine. It is not optimised: the program is folded already.
fn target(effort: Effort) -> Option<OwnedTargetIsa> {
    let registers = match effort {
        Effort::Quick => "single_pass",
        Effort::Thorough => "backtracking",
    };
    let mut flags = settings::builder();
    for (name, value) in [
        ("opt_level", "none"),
        ("enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" }),
        ("regalloc_algorithm", registers),
        ("enable_probestack", "false"),
        ("unwind_info", "false"),
        ("is_pic", "false"),
    ] {
        flags.set(name, value).ok()?;
    }
    cranelift_native::builder().ok()?.finish(settings::Flags::new(flags)).ok()
}

struct Code {
    bytes: Vec<u8>,
    alignment: u64,
    relocations: Vec<ModuleReloc>,
}

struct Compiler<'a> {
    program: &'a Program,
    effort: Effort,
    isa: OwnedTargetIsa,
    signature: &'a Signature,
    helper: FuncId,
}

impl Compiler<'_> {
    /// The code of all blocks, compiled on two threads: two is what most machines have to spare.
    fn all(&self) -> Option<Vec<Code>> {
        let blocks = self.program.blocks.len();
        if self.program.instrs.len() < 2000 || blocks < 2 {
            return self.some(0..blocks);
        }
        // The middle by instructions, not by blocks.
        let half = self.program.instrs.len() as u32 / 2;
        let middle = self.program.blocks.partition_point(|block| block.end <= half).clamp(1, blocks - 1);
        let (first, second) = std::thread::scope(|scope| {
            let second = scope.spawn(|| self.some(middle..blocks));
            (self.some(0..middle), second.join().expect("compiling does not panic"))
        });
        let mut all = first?;
        all.extend(second?);
        Some(all)
    }

    fn some(&self, blocks: std::ops::Range<usize>) -> Option<Vec<Code>> {
        let (mut context, mut builders) = (Context::new(), FunctionBuilderContext::new());
        let mut codes = Vec::with_capacity(blocks.len());
        for index in blocks {
            context.clear();
            context.func =
                Function::with_name_signature(UserFuncName::user(0, index as u32), self.signature.clone());
            let mut builder = FunctionBuilder::new(&mut context.func, &mut builders);
            let entry = builder.create_block();
            builder.append_block_params_for_function_params(entry);
            builder.switch_to_block(entry);
            let block = &self.program.blocks[index];
            if vector::fits(self.program, block) {
                vector::emit(self.program, block, &mut builder);
            } else {
                let hot = match self.effort {
                    Effort::Quick => Vec::new(),
                    Effort::Thorough => hot::conditions(self.program, block),
                };
                scalar::emit(self.program, block, &hot, self.helper, &mut builder);
            }
            builder.ins().return_(&[]);
            builder.seal_all_blocks();
            builder.finalize(self.isa.frontend_config());
            context.compile(&*self.isa, &mut ControlPlane::default()).ok()?;
            let code = context.compiled_code()?;
            let (bytes, alignment) = (code.code_buffer().to_vec(), u64::from(code.buffer.alignment));
            let relocations = code.buffer.relocs().iter();
            let relocations =
                relocations.map(|r| ModuleReloc::from_mach_reloc(r, &context.func, FuncId::from_u32(0)));
            codes.push(Code { bytes, alignment, relocations: relocations.collect() });
        }
        Some(codes)
    }
}
