//! The command, run in this process and, where that matters, as the program.

mod break_one_thing;
mod ci;
mod compat;
mod compat_batch;
mod compat_git;
mod completions;
mod explain;
mod formats;
mod generate;
mod git;
mod hostile;
mod lint;
mod program;
mod readme;
mod reported;
mod sample;
mod sarif;
mod sets;
mod support;
mod validate;
