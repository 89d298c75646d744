//! Work within the bounds that hold at any depth: a stack of 256 KB, and 2 GB of memory.

use std::process::Command;

const STACK: usize = 256 * 1024;
/// In kilobytes, as the shell counts.
const MEMORY: usize = 2 * 1024 * 1024;
const WITHIN: &str = "VALUE_SCHEMA_WITHIN_LIMITS";

/// Runs what a test consists of on a small stack; where the system can bound it, in a process of its own with little memory.
pub(crate) fn on_a_small_stack<F: FnOnce() + Send + 'static>(what: F) {
    if cfg!(target_os = "linux") && std::env::var_os(WITHIN).is_none() {
        return again_with_little_memory(std::any::type_name::<F>());
    }
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(what).expect("a thread");
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

/// Runs the test once more, whose closure has this name.
fn again_with_little_memory(closure: &str) {
    let test = closure.trim_end_matches("::{{closure}}");
    let (_, test) = test.split_once("::").expect("the name of the crate");
    let output = Command::new("sh")
        .args(["-c", &format!("ulimit -v {MEMORY} && exec \"$0\" --exact \"$1\" --nocapture")])
        .arg(std::env::current_exe().expect("this program"))
        .arg(test)
        .env(WITHIN, "yes")
        .output()
        .expect("a shell");
    let told = String::from_utf8_lossy(&output.stdout);
    let passed = output.status.success() && told.contains("test result: ok. 1 passed");
    assert!(passed, "{test}: {told}{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn more_memory_is_not_to_be_had() {
    // Proof that the bound is there: half of it more than once is too much.
    on_a_small_stack(|| {
        let mut taken: Vec<Vec<u8>> = Vec::new();
        let refused = (0..3).any(|_| {
            let mut half = Vec::new();
            let refused = half.try_reserve_exact(MEMORY * 1024 / 2).is_err();
            taken.push(half);
            refused
        });
        assert!(refused || !cfg!(target_os = "linux"));
    });
}
