//! The command `contracts`.

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut out = std::io::stdout().lock();
    let mut err = std::io::stderr().lock();
    let mut console = contracts_cli::Console::process(&mut out, &mut err);
    contracts_cli::run(std::env::args_os(), &mut console).into()
}
