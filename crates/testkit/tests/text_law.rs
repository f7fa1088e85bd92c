//! The law of text: what is printed, in either form, reads back as the same program.

mod common;

use common::{count, custom, for_all, generic, read};
use ir::equiv;
use testkit::program::{Catalogue, Config, generate};

#[test]
fn generated_programs_survive_printing_and_reading() {
    let catalogue = Catalogue::new();
    for_all(count(600, 10_000), |seed| {
        let text = generate(&catalogue, Config::of_seed(seed));
        let (ir, module) = read(&text).map_err(|why| format!("{why}\n{text}"))?;
        let printed = custom(&ir, module);
        for again in [&printed, &generic(&ir, module)] {
            let (other, other_module) = read(again).map_err(|why| format!("{why}\n{again}"))?;
            if let Some(difference) = equiv::difference((&ir, module), (&other, other_module)) {
                return Err(format!("{difference}\n{again}"));
            }
        }
        let (other, other_module) = read(&printed).map_err(|why| format!("{why}\n{printed}"))?;
        let reprinted = custom(&other, other_module);
        if reprinted == printed { Ok(()) } else { Err(format!("printed\n{printed}\nand then\n{reprinted}")) }
    });
}
