//! The text of models, and what HiGHS makes of them.

use crate::{
    Effort, Expr, Failure, Highs, Keep, Limits, MilpSolver, Model, Relation, Solution, Status, VarKind,
    conflict, lp,
};
use expect_test::expect;
use std::path::Path;
use std::time::Duration;

fn highs() -> Highs {
    Highs::find().unwrap_or_else(|missing| panic!("`./test` installs HiGHS; it is at none of {missing:?}"))
}

const LIMITS: Limits =
    Limits { time: Duration::from_secs(60), nodes: None, gap: 1e-6, effort: Effort::Solutions };

/// Coins: at least `sum` of pieces of 3 and 5, where one of 5 weighs more than one of 3.
fn coins(sum: f64) -> Model {
    let mut model = Model::default();
    let three = model.var("three".to_string(), VarKind::Whole, (0.0, 4.0), 2.0);
    let five = model.var("five".to_string(), VarKind::Whole, (0.0, f64::INFINITY), 3.0);
    let over = model.var("over".to_string(), VarKind::Real, (f64::NEG_INFINITY, 9.0), 0.0);
    let is_many = model.choice("is_many".to_string(), 0.5);
    let value = Expr::from(three) * 3.0 + Expr::from(five) * 5.0;
    model.row("sum1".to_string(), value.clone() - over.into(), Relation::Equal, Expr::from(sum));
    model.row("least1".to_string(), over.into(), Relation::AtLeast, Expr::from(0.0));
    model.row(
        "many1".to_string(),
        Expr::from(five),
        Relation::AtMost,
        Expr::from(is_many) * 100.0 + Expr::from(1.0),
    );
    model
}

/// A problem of the kind that branching takes long for: many ways to pack, all alike.
fn packing() -> Model {
    let mut model = Model::default();
    let sizes: Vec<f64> = (0..60).map(|k| 1000.0 + f64::from(k * k * 37 % 613)).collect();
    for bin in 0..20 {
        let used = model.choice(format!("used{bin}"), 1.0);
        let inside: Expr =
            (0..sizes.len()).map(|k| Expr::from(model.choice(format!("in{bin}_{k}"), 0.0)) * sizes[k]).sum();
        model.row(format!("size{bin}"), inside, Relation::AtMost, Expr::from(used) * 4500.0);
    }
    for k in 0..sizes.len() {
        let ends = format!("_{k}");
        let all = model
            .vars
            .iter()
            .filter(|(_, var)| var.name.ends_with(&ends))
            .map(|(id, _)| Expr::from(id))
            .sum();
        model.row(format!("once{k}"), all, Relation::Equal, Expr::from(1.0));
    }
    model
}

#[test]
fn the_text_of_a_model() {
    expect![[r#"
        minimize
         cost: + 2 three + 3 five + 0 over + 0.5 is_many
        subject to
         sum1: + 3 three + 5 five - 1 over
          = 11
         least1: + 1 over
          >= 0
         many1: + 1 five - 100 is_many
          <= 1
        bounds
         0 <= three <= 4
         five >= 0
         -inf <= over <= 9
         0 <= is_many <= 1
        general
         three
         five
         is_many
        end
    "#]]
    .assert_eq(&lp::text(&coins(11.0)));
}

#[test]
fn the_least_cost_is_found() {
    let model = coins(11.0);
    let solution = highs().solve(&model, LIMITS, None).expect("there is a solution");
    assert_eq!(solution.status, Status::Optimal);
    // Two of 3 and one of 5.
    assert!((solution.objective - 7.0).abs() < 1e-6, "{solution:?}");
    assert!(solution.gap <= LIMITS.gap, "{solution:?}");
    let whole: Vec<i64> = model.vars.keys().map(|var| solution.whole(var)).collect();
    assert_eq!(whole, [2, 1, 0, 0]);
    assert!(model.is_kept_by(solution.values()));
}

#[test]
fn a_model_without_a_solution_says_which_sets_of_rows_conflict() {
    let mut model = coins(11.0);
    let five = model.vars.keys().nth(1).expect("the second");
    model.row("few1".to_string(), five.into(), Relation::AtMost, Expr::from(1.0));
    model.row("exact1".to_string(), five.into(), Relation::AtLeast, Expr::from(2.0));
    let mut highs = highs();
    assert_eq!(highs.solve(&model, LIMITS, None), Err(Failure::Infeasible));
    assert_eq!(conflict(&model, LIMITS, &mut highs), ["few", "exact"]);
    // A row of no variables is in no text, and counts all the same.
    let mut model = coins(11.0);
    model.row("never1".to_string(), Expr::from(0.0), Relation::AtLeast, Expr::from(1.0));
    assert_eq!(highs.solve(&model, LIMITS, None), Err(Failure::Infeasible));
    assert_eq!(conflict(&model, LIMITS, &mut highs), ["never"]);
}

#[test]
fn when_the_time_is_over_the_best_so_far_is_the_answer() {
    let model = packing();
    // Each of 20 bins has three.
    let value = |name: &str| match name.strip_prefix("in").and_then(|rest| rest.split_once('_')) {
        Some((bin, k)) => {
            f64::from(u8::from(k.parse::<u32>().expect("a number") / 3 == bin.parse().expect("a number")))
        }
        None => 1.0,
    };
    let known: Vec<f64> = model.vars.values().map(|var| value(&var.name)).collect();
    assert!(model.is_kept_by(&known));
    let start = Solution::new(Status::TimeLimit, 20.0, f64::INFINITY, known);
    let limits = Limits::of_time(Duration::from_millis(1), 0.0);
    let solution = highs().solve(&model, limits, Some(&start)).expect("one is known");
    assert_eq!(solution.status, Status::TimeLimit);
    assert!(
        solution.gap > 0.0 && solution.objective <= 20.0 + 1e-6,
        "{} {}",
        solution.gap,
        solution.objective
    );
    assert!(model.is_kept_by(solution.values()));
    assert_eq!(highs().solve(&model, Limits::of_time(Duration::ZERO, 0.0), None), Err(Failure::OutOfTime));
}

#[test]
fn a_limit_of_branchings_ends_a_search_at_the_same_place_each_time() {
    let limits = Limits { nodes: Some(3), gap: 0.0, effort: Effort::Proof, ..LIMITS };
    let mut model = packing();
    // Costs that differ, so that there is something to branch on.
    for (number, (_, var)) in model.vars.iter_mut().enumerate() {
        var.cost += f64::from(number as u32 * 7 % 11);
    }
    let [one, other] = [(); 2].map(|()| highs().solve(&model, limits, None));
    match &one {
        Ok(solution) => assert_eq!((solution.status, solution.nodes <= 3), (Status::NodeLimit, true)),
        failure => assert_eq!(*failure, Err(Failure::OutOfNodes)),
    }
    assert_eq!(one, other);
    let none = Limits { nodes: Some(0), ..limits };
    assert_eq!(highs().solve(&model, none, None), Err(Failure::OutOfNodes));
}

#[test]
fn two_runs_give_the_same_solution() {
    // Every coin of 5 can be had in many ways of choosing names, all at one cost.
    let mut model = Model::default();
    let many: Vec<_> = (0..40).map(|k| model.choice(format!("x{k}"), 1.0)).collect();
    for k in 0..40 {
        let some = (0..7).map(|j| Expr::from(many[(k * 3 + j * j) % 40])).sum();
        model.row(format!("some{k}"), some, Relation::AtLeast, Expr::from(2.0));
    }
    let [one, other] = [(); 2].map(|()| highs().solve(&model, LIMITS, None).expect("there is a solution"));
    assert_eq!(one.values(), other.values());
}

#[test]
fn a_program_that_is_no_solver_is_told() {
    let mut nothing = Highs::at("/nowhere/highs".into());
    assert!(matches!(nothing.solve(&coins(1.0), LIMITS, None), Err(Failure::Broken(_))));
    let mut other = Highs::at("/bin/echo".into());
    let Err(Failure::Broken(said)) = other.solve(&coins(1.0), LIMITS, None) else {
        panic!("it solves nothing")
    };
    assert!(said.starts_with("`/bin/echo` said: "), "{said}");
}

#[test]
fn a_program_that_never_answers_is_ended() {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tests/endless.sh");
    let mut endless = Highs::at(program);
    endless.grace = Duration::ZERO;
    let ended = endless.solve(&coins(4.0), Limits { time: Duration::from_millis(1), ..LIMITS }, None);
    assert!(matches!(ended, Err(Failure::OutOfTime)), "{ended:?}");
}

#[test]
fn models_are_kept() {
    let folder = std::env::temp_dir().join(format!("flowright-models-{}", std::process::id()));
    let mut keep = Keep::new(highs(), folder.clone(), "a/b").expect("the folder can be made");
    for sum in [11.0, 12.0] {
        keep.solve(&coins(sum), LIMITS, None).expect("there is a solution");
    }
    let text = std::fs::read_to_string(folder.join("a_b-2.lp")).expect("it is kept");
    assert_eq!(text, lp::text(&coins(12.0)));
    std::fs::remove_dir_all(&folder).expect("it is ours");
}
