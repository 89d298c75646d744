//! The command `contracts`: reads arguments and files, asks the libraries, and writes reports.
//!
//! [`run`] is the whole command, with its output going wherever the [`Console`] says.

mod args;
mod check;
mod compat;
mod completions;
mod console;
mod contract_set;
mod document;
mod exit;
mod explain;
mod files;
mod generate;
mod lint;
mod linter;
mod loose;
mod progress;
mod render;
mod report;
mod resources;
mod rules;
mod sample;
mod tables;
mod tolerant;
mod validate;
mod validator;
mod violation;
mod visible;

use std::{ffi::OsString, io};

use clap::Parser;
use contracts_compat::Budget;

use self::{
    args::{Cli, Color, Command, Global},
    exit::Failure,
    progress::Progress,
    render::Style,
    report::Report,
};
pub use self::{console::Console, exit::ExitStatus};

/// Runs the command; the first argument is its own name.
pub fn run<I, T>(arguments: I, console: &mut Console<'_>) -> ExitStatus
where
    I: IntoIterator<Item = T>,
    T: Into<OsString> + Clone,
{
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => return usage(&error, console),
    };
    let status = execute(&cli, console);
    status.unwrap_or_else(|failure| match failure {
        // Whoever reads the report has seen enough.
        Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitStatus::Clean,
        failure => {
            // There is nobody left to tell when this fails too.
            _ = writeln!(console.err, "error: {failure}");
            ExitStatus::Failure
        }
    })
}

fn execute(cli: &Cli, console: &mut Console<'_>) -> Result<ExitStatus, Failure> {
    let mut report = Report::default();
    let mut progress = Progress::new(console.progress);
    let resources = resources::read(&cli.global.resources, &mut report)?;
    let mut report = match &cli.command {
        Command::Check(arguments) => check::check(arguments, &resources, report, &mut progress)?,
        Command::Lint(arguments) => lint::lint(arguments, &resources, report)?,
        Command::Validate(arguments) => validate::validate(arguments, &resources, report, &mut progress)?,
        Command::Generate(arguments) => match generate::generate(arguments, &resources, report, console.out)? {
            Some(report) => report,
            None => return Ok(ExitStatus::Clean),
        },
        Command::Compat(arguments) => {
            if arguments.report_schema {
                write!(console.out, "{}", compat::report_schema())?;
                return Ok(ExitStatus::Clean);
            }
            if let Some(path) = &arguments.batch {
                let budget = arguments.budget.map_or(Budget::default(), Budget::new);
                return compat::batch::batch(path, budget, &mut report.texts, console.out);
            }
            let comparison = compat::compat(arguments, &resources, report.texts)?;
            progress.finish();
            render::comparison(&comparison, cli.global.format, style(&cli.global, console), console.out)?;
            return Ok(comparison.status());
        }
        Command::Sample(arguments) => match sample::sample(arguments, &resources, report, console.out)? {
            Some(report) => report,
            None => return Ok(ExitStatus::Clean),
        },
        Command::Explain(arguments) => {
            explain::explain(&arguments.rule, console.out)?;
            return Ok(ExitStatus::Clean);
        }
        Command::Rules(_) => {
            explain::list(console.out)?;
            return Ok(ExitStatus::Clean);
        }
        Command::Completions(arguments) => {
            completions::write(arguments.shell, console.out)?;
            return Ok(ExitStatus::Clean);
        }
    };
    progress.finish();
    report.deduplicate();
    render::render(&report, cli.global.format, style(&cli.global, console), console.out)?;
    Ok(report.status())
}

fn style(global: &Global, console: &Console<'_>) -> Style {
    let color = match global.color {
        Color::Auto => console.color,
        Color::Always => true,
        Color::Never => false,
    };
    Style { color, width: console.width }
}

/// Help and version go to the output and are what was asked for; everything else is wrong use.
fn usage(error: &clap::Error, console: &mut Console<'_>) -> ExitStatus {
    let rendered = error.render();
    let text = if console.color { rendered.ansi().to_string() } else { rendered.to_string() };
    if error.use_stderr() {
        _ = write!(console.err, "{text}");
        return ExitStatus::Failure;
    }
    match write!(console.out, "{text}") {
        Ok(()) => ExitStatus::Clean,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitStatus::Clean,
        Err(_) => ExitStatus::Failure,
    }
}
