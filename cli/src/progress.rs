//! Progress on a terminal, for what takes longer than one waits for without a word.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// After how long progress is shown.
const PATIENCE: Duration = Duration::from_millis(500);

/// Shows on standard error what is being done, once that takes long.
pub(crate) struct Progress {
    enabled: bool,
    step: &'static str,
    started: Instant,
    bar: Option<ProgressBar>,
}

impl Progress {
    pub(crate) fn new(enabled: bool) -> Self {
        Self { enabled, step: "", started: Instant::now(), bar: None }
    }

    /// A new step begins, and the one before it ends.
    pub(crate) fn step(&mut self, name: &'static str) {
        self.finish();
        (self.step, self.started) = (name, Instant::now());
    }

    /// Something of the step is about to be done.
    pub(crate) fn tick(&mut self, what: &str) {
        if !self.enabled || self.started.elapsed() < PATIENCE {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let style = ProgressStyle::with_template("{spinner} {prefix}  {wide_msg}");
            let bar = ProgressBar::new_spinner();
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            bar.with_prefix(self.step)
        });
        bar.set_message(crate::visible::line(what));
        bar.tick();
    }

    /// Takes away what is shown.
    pub(crate) fn finish(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.finish();
    }
}
