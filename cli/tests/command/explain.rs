//! `explain` and `rules`.

use contracts_cli::ExitStatus;

use crate::support::Folder;

#[test]
fn every_listed_rule_is_explained() {
    let folder = Folder::new();
    let list = folder.run(&["rules"]);
    let words = list.out.lines().filter_map(|line| line.split(' ').next());
    let mut ids: Vec<&str> = words.filter(|word| !["", "rule"].contains(word)).collect();
    assert!(ids.len() > 50, "{}", list.out);
    for id in &ids {
        let outcome = folder.run(&["explain", id]);
        assert_eq!(outcome.status, ExitStatus::Clean, "{id}");
        assert!(outcome.out.starts_with(&format!("# {id}\n\nLevel: ")), "{}", outcome.out);
    }
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count, "an id stands for two rules");
}

#[test]
fn close_rules_are_offered() {
    let outcome = Folder::new().run(&["explain", "unknwn-keyword"]);
    assert_eq!(outcome.status, ExitStatus::Failure);
    assert!(outcome.err.contains("unknown-keyword"), "{}", outcome.err);
    // Nothing is like this.
    let outcome = Folder::new().run(&["explain", "zzz"]);
    assert_eq!(outcome.err, "error: there is no rule \"zzz\"\n  help: all rules are listed by: contracts rules\n");
}
