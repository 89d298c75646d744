//! Where a run writes, and what those places can show.

use std::io::{self, IsTerminal, Write};

/// Where a run writes.
pub struct Console<'c> {
    /// Reports.
    pub out: &'c mut dyn Write,
    /// Failures and progress.
    pub err: &'c mut dyn Write,
    /// Whether `--color auto` colours reports.
    pub color: bool,
    /// Whether progress may be shown on the standard error of the process.
    pub progress: bool,
    /// Columns that reports may fill.
    pub width: usize,
}

impl<'c> Console<'c> {
    /// Columns where nothing else is known.
    const WIDTH: usize = 120;

    /// A console that is no terminal.
    pub fn plain(out: &'c mut dyn Write, err: &'c mut dyn Write) -> Self {
        Self { out, err, color: false, progress: false, width: Self::WIDTH }
    }

    /// The console of the process; `out` and `err` write to its standard output and standard error.
    ///
    /// Colour follows the terminal and the usual environment variables (`NO_COLOR`, `CLICOLOR`, `TERM`).
    pub fn process(out: &'c mut dyn Write, err: &'c mut dyn Write) -> Self {
        let choice = anstream::AutoStream::choice(&io::stdout());
        let color = !matches!(choice, anstream::ColorChoice::Never);
        Self { color, progress: io::stderr().is_terminal(), ..Self::plain(out, err) }
    }
}
