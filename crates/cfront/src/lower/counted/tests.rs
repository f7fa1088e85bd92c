//! Counting is the same as comparing each round: all loops over types of three and four bits, in both ways.

use super::*;

/// What a loop does: the values of the variable in each round, and the one after the last.
#[derive(PartialEq, Debug)]
enum Outcome {
    Ends(Vec<i128>, i128),
    /// The variable overflows and that is undefined; these rounds come before.
    Undefined(Vec<i128>),
    /// It does not end.
    Endless,
}

fn wrapped(number: i128, ty: IntType) -> i128 {
    let all = Range::of_type(ty).expect("narrow types have ranges");
    (number - all.least).rem_euclid(1 << ty.width()) + all.least
}

fn holds(op: CompareOp, a: i128, b: i128) -> bool {
    match op {
        CompareOp::Eq => a == b,
        CompareOp::Ne => a != b,
        CompareOp::Lt => a < b,
        CompareOp::Le => a <= b,
        CompareOp::Gt => a > b,
        CompareOp::Ge => a >= b,
    }
}

/// As C runs it.
fn compare_each_round(numbers: &Numbers, compared_in: IntType, start: i128, bound: i128) -> Outcome {
    let all = Range::of_type(numbers.ty).expect("narrow types have ranges");
    let (mut rounds, mut value) = (Vec::new(), start);
    while holds(numbers.op, wrapped(value, compared_in), bound) {
        if rounds.len() > 100 {
            return Outcome::Endless;
        }
        rounds.push(value);
        value += numbers.step;
        if numbers.nsw && !Range::new(value, value).fits(all) {
            return Outcome::Undefined(rounds);
        }
        value = wrapped(value, numbers.ty);
    }
    Outcome::Ends(rounds, value)
}

/// As `scf.for` runs it.
fn count(numbers: &Numbers, count: &Count, start: i128, bound: i128) -> Outcome {
    let holds = |number: i128, width: u32| Range::single_of(number).fits(Range::of_width(width));
    let fits = |number: i128, width: u32| {
        assert!(holds(number, width), "{number} in {width} bits: {numbers:?}");
        number
    };
    let counter = Range::of_width(count.width);
    let (width, least) = match count.end {
        End::Near => (count.width, i128::MIN),
        End::Far { width, below: true } => (width, counter.least),
        End::Far { width, below: false } => (width, i128::MIN),
    };
    fits(start, count.width);
    if numbers.bound.single().is_none() {
        fits(bound, width);
    }
    let (mut at, end) = match count.by {
        By::Variable => (start, bound),
        By::Distance => (0, fits(start - bound, width)),
        By::Complement => (-1 - start, -1 - bound),
    };
    let end = (end + i128::from(count.inclusive)).max(least);
    if !holds(end, width) || !holds(end, count.width) {
        assert!(end > counter.most, "{end} is not reported: {numbers:?}");
        return Outcome::Undefined(Vec::new());
    }
    let value = |at: i128| match count.by {
        By::Variable => at,
        By::Distance => start - at,
        By::Complement => -1 - at,
    };
    let mut rounds = Vec::new();
    while at < end {
        rounds.push(value(at));
        at += numbers.step.abs();
        if at > counter.most {
            return Outcome::Undefined(rounds);
        }
    }
    let last = rounds.last().map_or(start, |last| last + numbers.step);
    Outcome::Ends(rounds, last)
}

fn ranges(ty: IntType) -> Vec<Range> {
    let all = Range::of_type(ty).expect("narrow types have ranges");
    let mut ranges = vec![all, Range::new(all.least, all.most - 1), Range::new(0, all.most)];
    ranges.extend((all.least..=all.most).map(|number| Range::new(number, number)));
    ranges
}

#[test]
fn counting_is_comparing() {
    let int = |width: u32, signed: bool| IntType { rank: Rank::Bit(width), signed };
    let mut counted = 0;
    for (ty, compared_in) in [
        (int(3, true), int(3, true)),
        (int(3, false), int(3, false)),
        (int(3, true), int(3, false)),
        (int(3, true), int(4, true)),
        (int(3, false), int(4, true)),
        (int(3, true), int(4, false)),
    ] {
        for (start, bound) in
            ranges(ty).iter().flat_map(|start| ranges(compared_in).into_iter().map(move |b| (*start, b)))
        {
            for op in
                [CompareOp::Lt, CompareOp::Le, CompareOp::Gt, CompareOp::Ge, CompareOp::Ne, CompareOp::Eq]
            {
                for step in [-3, -2, -1, 1, 2, 3] {
                    for nsw in [false, true] {
                        let numbers = Numbers { ty, start, bound, op, step, nsw: nsw && ty.signed };
                        let Some(how) = numbers.count(&[compared_in]) else { continue };
                        counted += 1;
                        for (s, b) in (start.least..=start.most)
                            .flat_map(|s| (bound.least..=bound.most).map(move |b| (s, b)))
                        {
                            let wanted = compare_each_round(&numbers, compared_in, s, b);
                            let given = count(&numbers, &how, s, b);
                            // What is undefined is found, be it before the round that is.
                            let is_right = match (&given, &wanted) {
                                (Outcome::Undefined(given), Outcome::Undefined(wanted)) => {
                                    wanted.starts_with(given)
                                }
                                _ => given == wanted,
                            };
                            assert!(
                                is_right,
                                "{numbers:?} from {s} to {b}, compared in {compared_in:?}: {given:?}, not {wanted:?}"
                            );
                        }
                    }
                }
            }
        }
    }
    assert!(counted > 10_000, "only {counted} loops are counted");
}

#[test]
fn counters_are_as_narrow_as_they_can_be() {
    let int = Range::of_type(IntType::INT).expect("narrow");
    let check = |start: Range, op, bound: Range, step, width| {
        let numbers = Numbers { ty: IntType::INT, start, bound, op, step, nsw: true };
        assert_eq!(numbers.count(&[IntType::INT]).map(|count| count.width), width, "{numbers:?}");
    };
    let zero = Range::new(0, 0);
    check(zero, CompareOp::Lt, int, 1, Some(32));
    check(zero, CompareOp::Lt, int, 4, Some(32));
    check(zero, CompareOp::Le, int, 1, Some(32));
    check(int, CompareOp::Ge, int, -1, Some(32));
    check(zero, CompareOp::Lt, Range::new(0, i128::from(u32::MAX)), 1, Some(32));
    check(zero, CompareOp::Le, Range::new(int.least, int.most - 1), 1, Some(32));
    check(Range::new(int.least, int.most - 1), CompareOp::Ge, zero, -1, Some(32));
    check(int, CompareOp::Gt, zero, -1, Some(32));
    check(int, CompareOp::Ge, zero, -1, Some(64));
    check(zero, CompareOp::Ne, Range::new(10, 10), 1, Some(32));
    check(zero, CompareOp::Ne, Range::new(10, 10), 3, None);
    check(zero, CompareOp::Ne, int, 1, None);
    check(zero, CompareOp::Lt, int, -1, None);
}
