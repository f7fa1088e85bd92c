//! What is written is read back by `wellen`, the reader of the viewer Surfer, and compared value by value.

use super::*;
use base::Rng;
use expect_test::{Expect, expect};
use std::fs;
use std::path::PathBuf;
use wellen::simple::Waveform;

/// A folder of a test's own, gone at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("flowright-waves-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("the folder can be made");
        Folder(path)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("the folder is there");
        entries.map(|e| e.expect("it is listed").file_name().to_string_lossy().into_owned()).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

fn create(path: &Path, hierarchy: &Hierarchy) -> Waves {
    let format = WaveFormat::from_path(path).expect("the tests name formats");
    Waves::create(path, format, Timescale::Nanosecond, hierarchy).expect("it can be made")
}

fn read(path: &Path) -> Waveform {
    let mut waves = wellen::simple::read(path).expect("the file is well formed");
    let signals: Vec<_> =
        waves.hierarchy().all_vars().map(|var| waves.hierarchy()[var].signal_ref()).collect();
    waves.load_signals(&signals);
    waves
}

/// A variable's value at a time, in binary.
fn value(waves: &Waveform, var: wellen::VarRef, time: u64) -> String {
    let index = waves.time_table().partition_point(|&at| at <= time).checked_sub(1).expect("time has begun");
    let signal = waves.get_signal(waves.hierarchy()[var].signal_ref()).expect("all signals have been loaded");
    let offset = signal.get_offset(index as u32).expect("there is a value from the beginning");
    signal.get_value_at(&offset, offset.elements - 1).to_bit_string().expect("it is bits")
}

fn binary(width: u32, words: &[u64]) -> String {
    let mut digits = Vec::new();
    push_binary(&mut digits, width, words);
    String::from_utf8(digits).expect("it is ASCII")
}

/// One variable of a tree a test has built.
struct Shown {
    path: Vec<String>,
    name: String,
    signal: SignalId,
    reg: bool,
}

/// A random tree whose signals have widths of all sizes and are shown up to three times, or not at all.
fn random_hierarchy(rng: &mut Rng) -> (Hierarchy, Vec<(SignalId, u32)>, Vec<Shown>) {
    let mut hierarchy = Hierarchy::new("top", "Top");
    let mut path = vec!["top".to_string()];
    let widths = [1, 1, 1, 2, 7, 8, 31, 32, 33, 63, 64, 65, 127, 128, 129, 200, 1000];
    let signals: Vec<_> = (0..40)
        .map(|_| {
            let width = *rng.pick(&widths);
            (hierarchy.signal(width), width)
        })
        .collect();
    let mut shown = Vec::new();
    for number in 0..60 {
        match rng.below(8) {
            0 => {
                path.push(format!("u{number}"));
                hierarchy.open_scope(path.last().expect("just pushed"), "Module");
            }
            1 if path.len() > 1 => {
                path.pop();
                hierarchy.close_scope();
            }
            _ => {
                let (signal, reg) = (rng.pick(&signals).0, rng.bool());
                let name = format!("v{number}");
                hierarchy.var(&name, signal, if reg { VarKind::Reg } else { VarKind::Wire }, "");
                shown.push(Shown { path: path.clone(), name, signal, reg });
            }
        }
    }
    (hierarchy, signals, shown)
}

/// Writes random values and reads them back. `block_bytes` makes the blocks of an FST file small.
fn check_random_changes(extension: &str, seed: u64, block_bytes: Option<usize>) {
    let folder = Folder::new(&format!("random-{extension}-{seed}-{}", block_bytes.is_some()));
    let path = folder.file(&format!("out.{extension}"));
    let mut rng = Rng::new(seed);
    let (hierarchy, signals, shown) = random_hierarchy(&mut rng);
    let mut waves = create(&path, &hierarchy);
    if let (Some(bytes), Writer::Fst(fst)) = (block_bytes, &mut waves.writer) {
        fst.block_bytes = bytes;
    }
    let mut values: Vec<Vec<u64>> =
        signals.iter().map(|&(_, width)| vec![0; width.div_ceil(64) as usize]).collect();
    let mut history = Vec::new();
    let mut time = 0;
    for _ in 0..300 {
        for (&(signal, width), value) in signals.iter().zip(&mut values) {
            if rng.chance(1, 3) {
                *value = rng.edgy_bits(width).words().to_vec();
            }
            // Everything is handed over, changed or not, with noise in the bits that do not count.
            let mut words = value.clone();
            if width % 64 != 0 {
                *words.last_mut().expect("a value has a word") |= rng.next_u64() << (width % 64);
            }
            words.extend((0..rng.below(2)).map(|_| rng.next_u64()));
            waves.change(signal, &words).expect("it can be written");
        }
        history.push((time, values.clone()));
        time += if rng.chance(1, 10) { rng.below(1 << 40) + 1 } else { rng.below(3) + 1 };
        waves.time(time).expect("time goes on");
    }
    waves.finish().expect("it can be ended");

    let back = read(&path);
    let tree = back.hierarchy();
    assert_eq!(tree.all_vars().count(), shown.len(), "seed {seed}");
    assert_eq!(back.time_table().last(), Some(&time), "seed {seed}");
    let lookup = |shown: &Shown| {
        let missing = || panic!("seed {seed}: no {} in {:?}", shown.name, shown.path);
        tree.lookup_var(&shown.path, shown.name.clone()).unwrap_or_else(missing)
    };
    for var in &shown {
        let Shown { name, signal, reg, .. } = var;
        let var = lookup(var);
        let (width, at) = (signals[signal.index()].1, signal.index());
        assert_eq!(tree[var].length(tree), Some(width), "seed {seed}: {name}");
        assert_eq!(tree[var].var_type() == wellen::VarType::Reg, *reg, "seed {seed}: {name}");
        for (time, values) in &history {
            let expected = binary(width, &values[at]);
            assert_eq!(value(&back, var, *time), expected, "seed {seed}: {name} at {time}");
        }
        // Variables of one signal share it, others do not.
        for other in &shown {
            let same = tree[lookup(other)].signal_ref() == tree[var].signal_ref();
            assert_eq!(same, other.signal == *signal, "seed {seed}: {name} and {}", other.name);
        }
    }
}

#[test]
fn random_changes_are_read_back_from_vcd() {
    (0..6).for_each(|seed| check_random_changes("vcd", seed, None));
}

#[test]
fn random_changes_are_read_back_from_fst() {
    (0..6).for_each(|seed| check_random_changes("fst", seed, None));
}

#[test]
fn an_fst_file_of_many_blocks_is_read_back() {
    (0..6).for_each(|seed| check_random_changes("fst", seed, Some(2000)));
    // A block for every time.
    check_random_changes("fst", 6, Some(1));
}

/// Writes a small tree and compares the text.
fn check_vcd(
    name: &str,
    hierarchy: &Hierarchy,
    run: impl Fn(&mut Waves) -> io::Result<()>,
    expected: Expect,
) {
    let folder = Folder::new(name);
    let path = folder.file("out.vcd");
    let mut waves = create(&path, hierarchy);
    run(&mut waves).expect("it can be written");
    waves.finish().expect("it can be ended");
    let text = fs::read_to_string(&path).expect("it is there");
    expected.assert_eq(&text.replace(WRITER, "Flowright"));
    assert_eq!(folder.names(), ["out.vcd"]);
    read(&path);
}

#[test]
fn a_counter_in_vcd() {
    let mut hierarchy = Hierarchy::new("counter", "Counter");
    let (clock, count, parts) = (hierarchy.signal(1), hierarchy.signal(8), hierarchy.signal(65));
    hierarchy.var("clock", clock, VarKind::Input, "!seq.clock");
    hierarchy.var("count", count, VarKind::Output, "");
    hierarchy.open_scope("inner", "Inner");
    hierarchy.var("clk", clock, VarKind::Input, "");
    hierarchy.var("value", count, VarKind::Reg, "");
    hierarchy.var("parts", parts, VarKind::Wire, "!hw.struct<a: i1,\n b: i64>");
    let run = |waves: &mut Waves| {
        waves.change(count, &[3])?;
        for cycle in 0..3 {
            waves.time(cycle * 10)?;
            waves.change(clock, &[0])?;
            waves.time(cycle * 10 + 5)?;
            waves.change(clock, &[1])?;
            waves.change(count, &[4 + cycle / 2])?;
            waves.change(parts, &[cycle, cycle])?;
        }
        waves.time(30)
    };
    check_vcd(
        "counter",
        &hierarchy,
        run,
        expect![[r#"
            $version Flowright $end
            $timescale 1ns $end
            $scope module counter $end
            $comment clock: !seq.clock $end
            $var wire 1 ! clock $end
            $var wire 8 " count [7:0] $end
            $scope module inner $end
            $var wire 1 ! clk $end
            $var reg 8 " value [7:0] $end
            $comment parts: !hw.struct<a: i1,  b: i64> $end
            $var wire 65 # parts [64:0] $end
            $upscope $end
            $upscope $end
            $enddefinitions $end
            #0
            $dumpvars
            0!
            b11 "
            b0 #
            $end
            #5
            1!
            b100 "
            #10
            0!
            #15
            1!
            b10000000000000000000000000000000000000000000000000000000000000001 #
            #20
            0!
            #25
            1!
            b101 "
            b10 #
            #30
        "#]],
    );
}

#[test]
fn names_become_legal_and_stay_apart() {
    let mut hierarchy = Hierarchy::new("", "");
    let long = "x".repeat(3000);
    let odd =
        ["a b", "a_b", "a.b", "a_b_1", "a[3]", "\\esc ", "α", "β", "", "$end", "3", "tab\t", &long, &long];
    for name in odd {
        let signal = hierarchy.signal(4);
        hierarchy.var(name, signal, VarKind::Wire, "!hw.int<$end \n#1 $end>");
    }
    hierarchy.open_scope("a b", "mod $end");
    hierarchy.close_scope();
    hierarchy.open_scope("a b", "mod\0$end");
    let expected = [
        "a_b",
        "a_b_1",
        "a_b_2",
        "a_b_1_1",
        "a_3_",
        "_esc_",
        "_",
        "__1",
        "__2",
        "_end",
        "3",
        "tab_",
        &"x".repeat(400),
        &format!("{}_1", "x".repeat(400)),
    ];
    for extension in ["vcd", "fst"] {
        let folder = Folder::new(&format!("names-{extension}"));
        let path = folder.file(&format!("out.{extension}"));
        create(&path, &hierarchy).finish().expect("it can be ended");
        let back = read(&path);
        let tree = back.hierarchy();
        let top = tree.first_scope().expect("there is a scope");
        assert_eq!(top.name(tree), "_");
        let names: Vec<_> = top.vars(tree).map(|var| tree[var].name(tree)).collect();
        assert_eq!(names, expected, "{extension}");
        let scopes: Vec<_> = top.scopes(tree).map(|scope| tree[scope].name(tree)).collect();
        assert_eq!(scopes, ["a_b_3", "a_b_4"], "{extension}");
    }
}

#[test]
fn an_fst_file_tells_modules_directions_and_the_unit_of_time() {
    let mut hierarchy = Hierarchy::new("top", "Top");
    let signal = hierarchy.signal(8);
    hierarchy.var("in", signal, VarKind::Input, "");
    hierarchy.open_scope("u", "Inner");
    hierarchy.var("out", signal, VarKind::Output, "");
    let folder = Folder::new("modules");
    let path = folder.file("out.fst");
    let waves = Waves::create(&path, WaveFormat::Fst, Timescale::Picosecond, &hierarchy);
    waves.and_then(Waves::finish).expect("it can be written");
    let back = read(&path);
    let tree = back.hierarchy();
    let inner = tree.lookup_scope(&["top", "u"]).expect("it is there");
    assert_eq!(tree[inner].component(tree), Some("Inner"));
    let direction = |path: &[&str], name| tree[tree.lookup_var(path, name).expect("it is there")].direction();
    assert_eq!(direction(&["top"], "in"), wellen::VarDirection::Input);
    assert_eq!(direction(&["top", "u"], "out"), wellen::VarDirection::Output);
    assert_eq!(tree.timescale().and_then(|scale| scale.unit.to_exponent()), Some(-12));
}

#[test]
fn a_file_without_time_or_signals_is_well_formed() {
    for extension in ["vcd", "fst"] {
        let folder = Folder::new(&format!("empty-{extension}"));
        let path = folder.file(&format!("out.{extension}"));
        let mut hierarchy = Hierarchy::new("top", "Top");
        create(&path, &hierarchy).finish().expect("it can be ended");
        assert_eq!(read(&path).hierarchy().all_vars().count(), 0);

        let (shown, hidden, empty) = (hierarchy.signal(70), hierarchy.signal(8), hierarchy.signal(0));
        hierarchy.var("shown", shown, VarKind::Wire, "");
        hierarchy.var("empty", empty, VarKind::Wire, "");
        let mut waves = create(&path, &hierarchy);
        for (signal, words) in [(shown, &[5, 1][..]), (hidden, &[1]), (empty, &[])] {
            waves.change(signal, words).expect("it can be written");
        }
        waves.finish().expect("it can be ended");
        let back = read(&path);
        let vars: Vec<_> = back.hierarchy().all_vars().collect();
        assert_eq!(vars.len(), 1, "{extension}");
        assert_eq!(value(&back, vars[0], 0), binary(70, &[5, 1]), "{extension}");
        assert_eq!(back.time_table().last(), Some(&1), "{extension}");
    }
}

#[test]
fn a_deep_hierarchy_takes_no_stack() {
    let mut hierarchy = Hierarchy::new("top", "Top");
    for _ in 0..100_000 {
        hierarchy.open_scope("u", "Inner");
    }
    let folder = Folder::new("deep");
    for name in ["out.vcd", "out.fst"] {
        create(&folder.file(name), &hierarchy).finish().expect("it can be written");
    }
    let text = fs::read_to_string(folder.file("out.vcd")).expect("it is there");
    assert_eq!(text.matches("$scope ").count(), text.matches("$upscope ").count());
}

#[test]
fn the_same_run_gives_the_same_bytes_and_a_dropped_one_nothing() {
    let mut rng = Rng::new(7);
    let (hierarchy, signals, _) = random_hierarchy(&mut rng);
    let folder = Folder::new("bytes");
    for extension in ["vcd", "fst"] {
        let contents: Vec<_> = (0..2)
            .map(|_| {
                let path = folder.file(&format!("out.{extension}"));
                drop(create(&path, &hierarchy));
                let mut waves = create(&path, &hierarchy);
                for time in 1..50 {
                    waves.time(time).expect("time goes on");
                    for (signal, width) in &signals {
                        let words = vec![time * 77; width.div_ceil(64) as usize];
                        waves.change(*signal, &words).expect("it can be written");
                    }
                }
                waves.finish().expect("it can be ended");
                let contents = fs::read(&path).expect("it is there");
                drop(create(&path, &hierarchy));
                assert_eq!(fs::read(&path).expect("it is still there"), contents);
                fs::remove_file(path).expect("it can be removed");
                assert_eq!(folder.names(), Vec::<String>::new());
                contents
            })
            .collect();
        assert!(contents[0] == contents[1], "{extension}");
    }
}

#[test]
fn what_cannot_be_written_is_an_error() {
    let hierarchy = Hierarchy::new("top", "Top");
    let folder = Folder::new("refused");
    let create = |path: &Path, format| Waves::create(path, format, Timescale::Nanosecond, &hierarchy);
    for format in [WaveFormat::Vcd, WaveFormat::Fst] {
        assert!(create(&folder.file("no/such/folder"), format).is_err());
        assert!(create(&folder.0, format).is_err());
        let mut waves = create(&folder.file("out"), format).expect("it can be made");
        waves.time(5).expect("time goes on");
        waves.time(5).expect("time may stand");
        let error = waves.time(4).expect_err("it must be refused");
        assert_eq!(error.to_string(), "time goes back from 5 to 4");
    }
    let null = Path::new("/dev/null");
    create(null, WaveFormat::Vcd).and_then(Waves::finish).expect("it takes everything");
    assert!(create(null, WaveFormat::Fst).is_err());
    if Path::new("/dev/full").exists() {
        assert!(create(Path::new("/dev/full"), WaveFormat::Vcd).and_then(Waves::finish).is_err());
    }
}

#[test]
fn a_name_asks_for_a_format() {
    let format = |path: &str| WaveFormat::from_path(Path::new(path)).map_err(|error| error.to_string());
    assert_eq!(format("a/b.vcd"), Ok(WaveFormat::Vcd));
    assert_eq!(format("b.x.FST"), Ok(WaveFormat::Fst));
    let formats = "the formats are `.vcd` and `.fst`";
    assert_eq!(format("b.ghw"), Err(format!("`.ghw` is no format of waves; {formats}")));
    assert_eq!(
        format("vcd"),
        Err(format!("a file without an extension names no format of waves; {formats}"))
    );
    assert!(format("").is_err());
}
