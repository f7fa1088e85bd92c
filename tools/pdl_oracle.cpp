// What MLIR 19 finds with patterns: the matches of its PDL bytecode, with nothing rewritten.
//
// usage: pdl_oracle [--bindings | --time REPS] PATTERNS PROGRAM
//
// Both files are cut at `// -----`; the first part of one goes with the first of the other. Patterns are PDL or PDL-Interp. Operations of a
// program are numbered in the order of the text, those inside of one after it; the module is none of them. For each part the output is a line
// `set N` and for each match a line `OPERATION BENEFIT`, in the order in which MLIR would try them: with a benefit of its own for every pattern,
// that says which patterns match where.
//
// Patterns may call the constraints that flowright has, of which docs/matching.md is the table.
//
// With `--bindings` every pattern must end in `rewrite %root with "record"(…)`: a line goes on with what the match hands to it.
// With `--time`, the output is nanoseconds for each operation, the best of REPS runs: of matching, and of walking the program and writing its
// operations down as numbers.

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/Dialect/PDLInterp/IR/PDLInterp.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include "mlir/Rewrite/PatternApplicator.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>

using namespace mlir;

namespace {

struct Options {
  bool bindings = false;
  unsigned repetitions = 0;
  std::string patterns, program;
};

[[noreturn]] void die(const llvm::Twine &why) {
  llvm::errs() << "pdl_oracle: " << why << "\n";
  exit(2);
}

Options readArguments(int count, char **words) {
  Options options;
  std::vector<std::string> files;
  for (int i = 1; i < count; ++i) {
    std::string word = words[i];
    bool last = i + 1 == count;
    if (word == "--bindings")
      options.bindings = true;
    else if (word == "--time" && !last)
      options.repetitions = std::stoul(words[++i]);
    else
      files.push_back(word);
  }
  if (files.size() != 2)
    die("two files are needed: patterns and a program");
  options.patterns = files[0];
  options.program = files[1];
  return options;
}

std::string readFile(const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(path);
  if (!buffer)
    die(path + ": " + buffer.getError().message());
  return (*buffer)->getBuffer().str();
}

std::vector<std::string> parts(const std::string &text) {
  SmallVector<StringRef> found;
  StringRef(text).split(found, "// -----\n");
  return {found.begin(), found.end()};
}

OwningOpRef<ModuleOp> readModule(MLIRContext &context, const std::string &text, const llvm::Twine &what) {
  auto module = parseSourceString<ModuleOp>(text, ParserConfig(&context));
  if (!module)
    die(what + " is refused");
  return module;
}

/// The operations of a program and the numbers they have.
struct Numbers {
  std::vector<Operation *> operations;
  llvm::DenseMap<Operation *, size_t> numbers;

  explicit Numbers(ModuleOp module) {
    module->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op == module)
        return;
      numbers[op] = operations.size();
      operations.push_back(op);
    });
  }
};

/// What a match hands to its rewrite, as text.
struct Printer {
  const Numbers &numbers;
  llvm::raw_ostream &out;

  void print(Operation *op) {
    if (!op)
      out << " null";
    else if (isa<ModuleOp>(op) && !op->getParentOp())
      out << " module";
    else
      out << " op" << numbers.numbers.lookup(op);
  }

  void print(Value value) {
    if (!value) {
      out << " null";
    } else if (auto result = dyn_cast<OpResult>(value)) {
      print(result.getOwner());
      out << "#" << result.getResultNumber();
    } else {
      auto argument = cast<BlockArgument>(value);
      Block *block = argument.getOwner();
      unsigned region = block->getParent()->getRegionNumber();
      auto place = std::distance(block->getParent()->begin(), block->getIterator());
      print(block->getParentOp());
      out << "." << region << "." << place << "." << argument.getArgNumber();
    }
  }

  void print(Type type) {
    if (type)
      out << " " << type;
    else
      out << " null";
  }

  template <typename Range>
  void printAll(Range range) {
    out << " [";
    for (auto item : range)
      print(item);
    out << " ]";
  }

  void print(PDLValue value) {
    if (!value)
      out << " null";
    else if (auto attribute = value.dyn_cast<Attribute>())
      out << " " << attribute;
    else if (auto *op = value.dyn_cast<Operation *>())
      print(op);
    else if (auto type = value.dyn_cast<Type>())
      print(*type);
    else if (auto one = value.dyn_cast<Value>())
      print(*one);
    else if (auto types = value.dyn_cast<TypeRange>())
      printAll(*types);
    else if (auto values = value.dyn_cast<ValueRange>())
      printAll(*values);
  }
};

/// A rewriter for which a rewrite that fails is no fault, so that the next match is tried.
struct Trying : public PatternRewriter {
  using PatternRewriter::PatternRewriter;
  bool canRecoverFromRewriteFailure() const override { return true; }
};

void printMatches(FrozenRewritePatternSet &frozen, const Numbers &numbers, MLIRContext &context, bool bindings) {
  PatternApplicator applicator(frozen);
  applicator.applyDefaultCostModel();
  Trying rewriter(&context);
  for (auto [number, op] : llvm::enumerate(numbers.operations)) {
    rewriter.setInsertionPoint(op);
    auto tryIt = [&, number = number](const Pattern &pattern) {
      llvm::outs() << number << " " << pattern.getBenefit().getBenefit();
      if (!bindings)
        llvm::outs() << "\n";
      return bindings;
    };
    (void)applicator.matchAndRewrite(op, rewriter, tryIt);
  }
}

using Clock = std::chrono::steady_clock;

double nanoseconds(Clock::time_point since) {
  return std::chrono::duration<double, std::nano>(Clock::now() - since).count();
}

/// A program as rows of numbers: for each operation its opcode and the operations that make its operands.
size_t encode(ModuleOp module) {
  llvm::DenseMap<Operation *, uint32_t> places;
  llvm::DenseMap<OperationName, uint16_t> opcodes;
  std::vector<uint32_t> row;
  uint32_t next = 0;
  module->walk<WalkOrder::PreOrder>([&](Operation *op) {
    places[op] = next++;
    row.push_back(opcodes.try_emplace(op->getName(), opcodes.size()).first->second);
    for (Value value : op->getOperands()) {
      auto found = places.find(value.getDefiningOp());
      row.push_back(found == places.end() ? ~0u : next - found->second);
    }
  });
  return row.size();
}

void printTimes(FrozenRewritePatternSet &frozen, ModuleOp module, const Numbers &numbers, unsigned repetitions) {
  PatternApplicator applicator(frozen);
  applicator.applyDefaultCostModel();
  Trying rewriter(module.getContext());
  double matching = INFINITY, writing = INFINITY;
  size_t matches = 0, written = 0;
  auto count = [&](const Pattern &) {
    ++matches;
    return false;
  };
  for (unsigned i = 0; i < repetitions; ++i) {
    matches = 0;
    auto start = Clock::now();
    for (Operation *op : numbers.operations)
      (void)applicator.matchAndRewrite(op, rewriter, count);
    matching = std::min(matching, nanoseconds(start));
    start = Clock::now();
    written += encode(module);
    writing = std::min(writing, nanoseconds(start));
  }
  double operations = std::max<size_t>(numbers.operations.size(), 1);
  llvm::outs() << "operations " << numbers.operations.size() << "\nmatches " << matches << "\nmatch "
               << llvm::format("%.2f", matching / operations) << "\nencode "
               << llvm::format("%.2f", written ? writing / operations : 0.0) << "\n";
}

/// Adds a constraint that asks about the value of one integer attribute. Of anything else the answer is no.
template <typename Holds>
void registerInteger(PDLPatternModule &pdl, StringRef name, Holds holds) {
  auto ask = [holds](PatternRewriter &, PDLResultList &, ArrayRef<PDLValue> values) -> LogicalResult {
    if (values.size() != 1 || !values[0] || !values[0].isa<Attribute>())
      return failure();
    auto integer = dyn_cast<IntegerAttr>(values[0].cast<Attribute>());
    return success(integer && holds(integer.getValue(), integer.getType()));
  };
  pdl.registerConstraintFunction(name, PDLConstraintFunction(ask));
}

void registerConstraints(PDLPatternModule &pdl) {
  registerInteger(pdl, "is_all_ones", [](const APInt &value, Type) { return value.isAllOnes(); });
  registerInteger(pdl, "is_negative",
                  [](const APInt &value, Type type) { return !type.isUnsignedInteger() && value.isNegative(); });
  registerInteger(pdl, "is_one", [](const APInt &value, Type) { return value.isOne(); });
  registerInteger(pdl, "is_power_of_two", [](const APInt &value, Type) { return value.isPowerOf2(); });
  registerInteger(pdl, "is_zero", [](const APInt &value, Type) { return value.isZero(); });
}

void runSet(MLIRContext &context, const Options &options, const std::string &patterns, const std::string &program,
            size_t number) {
  auto module = readModule(context, program, "program " + llvm::Twine(number));
  Numbers numbers(*module);
  PDLPatternModule pdl(readModule(context, patterns, "pattern set " + llvm::Twine(number)));
  Printer printer{numbers, llvm::outs()};
  auto record = [&](PatternRewriter &, PDLResultList &, ArrayRef<PDLValue> values) -> LogicalResult {
    for (PDLValue value : values)
      printer.print(value);
    llvm::outs() << "\n";
    return failure();
  };
  pdl.registerRewriteFunction("record", PDLRewriteFunction(record));
  registerConstraints(pdl);
  RewritePatternSet set(std::move(pdl));
  FrozenRewritePatternSet frozen(std::move(set));
  if (options.repetitions)
    return printTimes(frozen, *module, numbers, options.repetitions);
  llvm::outs() << "set " << number << "\n";
  printMatches(frozen, numbers, context, options.bindings);
}

} // namespace

int main(int count, char **words) {
  Options options = readArguments(count, words);
  DialectRegistry registry;
  registry.insert<arith::ArithDialect, cf::ControlFlowDialect, func::FuncDialect, math::MathDialect,
                  memref::MemRefDialect, pdl::PDLDialect, pdl_interp::PDLInterpDialect, scf::SCFDialect>();
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  context.allowUnregisteredDialects();
  auto patterns = parts(readFile(options.patterns)), programs = parts(readFile(options.program));
  if (patterns.size() != programs.size())
    die("the files have different numbers of parts");
  for (size_t i = 0; i < patterns.size(); ++i)
    runSet(context, options, patterns[i], programs[i], i);
  return 0;
}
