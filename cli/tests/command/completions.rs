//! `completions`: scripts for five shells, which know every command.

use std::process::Command;

use contracts_cli::ExitStatus;

use crate::support::Folder;

const SHELLS: [&str; 5] = ["bash", "elvish", "fish", "powershell", "zsh"];

#[test]
fn every_shell_knows_every_command() {
    let folder = Folder::new();
    let help = folder.run(&["--help"]).out;
    let (_, commands) = help.split_once("Commands:\n").expect("a list of commands");
    let names = commands.lines().take_while(|line| !line.is_empty());
    // What a command does may take several lines, which are indented further.
    let names = names.filter(|line| !line.starts_with("    "));
    let names: Vec<&str> = names.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.contains(&"compat") && names.contains(&"completions"), "{names:?}");
    for shell in SHELLS {
        let outcome = folder.run(&["completions", shell]);
        assert_eq!((outcome.status, outcome.err.as_str()), (ExitStatus::Clean, ""), "{shell}");
        for word in names.iter().chain(&["base", "resource", "assume"]) {
            assert!(outcome.out.contains(word), "{shell} does not know {word}");
        }
    }
    let outcome = folder.run(&["completions", "tcsh"]);
    assert_eq!(outcome.status, ExitStatus::Failure);
    for shell in SHELLS {
        assert!(outcome.err.contains(shell), "{}", outcome.err);
    }
}

#[test]
fn bash_completes_with_the_script() {
    let folder = Folder::new();
    folder.write("contracts.bash", folder.run(&["completions", "bash"]).out);
    let completed = |words: &str| {
        let script = format!(
            "source ./contracts.bash; COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
             _contracts contracts \"${{COMP_WORDS[COMP_CWORD]}}\" \"${{COMP_WORDS[COMP_CWORD-1]}}\"; echo \"${{COMPREPLY[*]}}\""
        );
        let output = Command::new("bash").args(["--norc", "-c", &script]).current_dir(folder.path()).output();
        output.ok().map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let Some(commands) = completed("contracts com") else {
        println!("skipped: no bash");
        return;
    };
    assert_eq!(commands, "compat completions");
    assert_eq!(completed("contracts compat --re").as_deref(), Some("--release --report-schema --resource"));
    assert_eq!(completed("contracts compat --direction b").as_deref(), Some("backward both"));
}
