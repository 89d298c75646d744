//! Tests that need a process of their own.

use std::process::Command;

/// Runs a test again in a process of its own, with more in its environment, and answers there with `true`. Where it answers
/// with `false` the test has passed there, and has nothing more to do.
#[track_caller]
pub(crate) fn alone(test: &str, environment: &[(&str, &str)]) -> bool {
    const CHILD: &str = "CAVE_TEST_ALONE";
    if std::env::var_os(CHILD).is_some() {
        return true;
    }
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", test, "--nocapture"])
        .env(CHILD, "1")
        .envs(environment.iter().copied())
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].map(|said| String::from_utf8_lossy(&said).into_owned());
    assert!(output.status.success() && said[0].contains("1 passed"), "{test}: {}{}", said[0], said[1]);
    false
}
