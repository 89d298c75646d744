//! `completions`: what a shell needs to complete the command line.

use std::io::{self, Write};

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Cli;

/// Writes the completion script of a shell.
pub(crate) fn write(shell: Shell, out: &mut dyn Write) -> io::Result<()> {
    // The library does not survive a reader that leaves, so the script is made first.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "contracts", &mut script);
    out.write_all(&script)
}
