//! `flowright docs`: writes the reference documents from the tables, so that they cannot say something else than the tool does.

use crate::args::Cli;
use crate::console::{Console, Status};
use base::{Diagnostic, codes};
use clap::builder::StyledStr;
use clap::{Arg, Command, CommandFactory};
use driver::docs::{self, NOTICE, cell};
use std::fs;
use std::path::Path;

/// Writes all documents below `folder`.
pub fn main(console: &Console, folder: &Path) -> Status {
    for (name, text) in documents() {
        let path = folder.join(name);
        let made = path.parent().map_or(Ok(()), fs::create_dir_all);
        let written = match made {
            Ok(()) => driver::write_atomically(&path, text.as_bytes()),
            Err(error) => {
                let message = format!(
                    "cannot make the folder of `{}`: {}",
                    path.display(),
                    driver::files::reason(&error)
                );
                Err(Diagnostic::error(codes::UNWRITABLE_FILE, None, message))
            }
        };
        if let Err(diagnostic) = written {
            return console.complain(diagnostic);
        }
    }
    Status::Success
}

/// The documents, by path below `docs`.
fn documents() -> Vec<(String, String)> {
    let mut all = vec![
        ("reference/c.md".to_string(), docs::c_library()),
        ("reference/cli.md".to_string(), command_line()),
        ("reference/diagnostics.md".to_string(), docs::diagnostics()),
        ("reference/passes.md".to_string(), docs::passes()),
    ];
    all.extend(
        docs::dialects().into_iter().map(|(name, text)| (format!("reference/dialects/{name}.md"), text)),
    );
    all
}

fn command_line() -> String {
    let mut root = Cli::command();
    root.build();
    let mut text = format!("# The command `flowright`\n\n{NOTICE}\n{}", body(&root));
    for command in
        root.get_subcommands().filter(|command| !command.is_hide_set() && command.get_name() != "help")
    {
        text.push_str(&format!("\n## `flowright {}`\n\n{}", command.get_name(), body(command)));
    }
    text
}

fn body(command: &Command) -> String {
    let about =
        command.get_long_about().or(command.get_about()).map(StyledStr::to_string).unwrap_or_default();
    let usage = command.clone().render_usage().to_string();
    let mut text = format!("{}\n\n    {}\n", about.trim(), usage.trim_start_matches("Usage: ").trim());
    let is_root = command.get_name() == "flowright";
    let shown = |argument: &&Arg| {
        let everywhere = argument.is_global_set() || matches!(argument.get_id().as_str(), "help" | "version");
        !argument.is_hide_set() && (is_root || !everywhere)
    };
    let arguments: Vec<&Arg> = command.get_arguments().filter(shown).collect();
    if !arguments.is_empty() {
        text.push_str("\n| argument | meaning |\n|---|---|\n");
    }
    for argument in arguments {
        text.push_str(&format!("| {} | {} |\n", form(argument), meaning(argument)));
    }
    if let Some(examples) = command.get_after_help() {
        text.push('\n');
        for paragraph in examples.to_string().lines() {
            text.push_str(&match paragraph.strip_prefix("  ") {
                Some(example) => format!("    {example}\n"),
                None if paragraph.ends_with(':') => format!("{paragraph}\n\n"),
                None => format!("{paragraph}\n"),
            });
        }
    }
    text
}

/// `-p`, `--passes PIPELINE`
fn form(argument: &Arg) -> String {
    let names = argument.get_value_names().unwrap_or(&[]).join(" ");
    let value = if argument.get_action().takes_values() { names } else { String::new() };
    let mut forms = Vec::new();
    forms.extend(argument.get_short().map(|short| format!("`-{short}`")));
    forms.extend(argument.get_long().map(|long| format!("`{}`", format!("--{long} {value}").trim_end())));
    if forms.is_empty() {
        forms.push(format!("`{value}`"));
    }
    forms.join(", ")
}

fn meaning(argument: &Arg) -> String {
    let help = argument.get_long_help().or(argument.get_help()).map(StyledStr::to_string).unwrap_or_default();
    // The first line of a longer help is a title without a full stop.
    let mut text = cell(&help.replacen("\n\n", ". ", 1));
    let values: Vec<String> = match argument.get_action().takes_values() {
        true => {
            argument.get_possible_values().iter().map(|value| format!("`{}`", value.get_name())).collect()
        }
        false => Vec::new(),
    };
    if !values.is_empty() {
        text.push_str(&format!(" ({})", values.join(", ")));
    }
    let defaults: Vec<_> =
        argument.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    if !defaults.is_empty() && !argument.is_hide_default_value_set() && argument.get_action().takes_values() {
        text.push_str(&format!("; `{}` by default", defaults.join(" ")));
    }
    text
}
