//! The version of a set: which step the changes need, and whether it was made.

use semver::Version;

use crate::report::{Step, VersionReport};

/// The lowest version that is a step of that kind above another one.
///
/// Before 1.0.0 the semantic versioning standard promises nothing; like Cargo, a change that needs a major step needs
/// the leftmost number that is not zero to rise, and any other change the next one.
pub(crate) fn after(old: &Version, step: Step) -> Version {
    let Version { major, minor, patch, .. } = *old;
    match (step, major, minor) {
        (Step::None, ..) => old.clone(),
        // The release of a pre-release is a step of its own.
        (Step::Patch, ..) if !old.pre.is_empty() => Version::new(major, minor, patch),
        (Step::Major, 0, 0) | (Step::Minor, 0, _) | (Step::Patch, ..) => Version::new(major, minor, patch + 1),
        (Step::Major, 0, _) | (Step::Minor, ..) => Version::new(major, minor + 1, 0),
        (Step::Major, ..) => Version::new(major + 1, 0, 0),
    }
}

/// Which step leads from one version to another.
pub(crate) fn between(old: &Version, new: &Version) -> Step {
    let reached = |step| reaches(old, new, step);
    match () {
        () if new <= old => Step::None,
        () if reached(Step::Major) => Step::Major,
        () if reached(Step::Minor) => Step::Minor,
        () => Step::Patch,
    }
}

/// Whether a version is a step of that kind, or more, above another one. A pre-release of the version counts.
fn reaches(old: &Version, new: &Version, step: Step) -> bool {
    let least = after(old, step);
    new >= &least || (new > old && (new.major, new.minor, new.patch) >= (least.major, least.minor, least.patch))
}

/// What the changes need, held against what was made.
pub(crate) fn report(old: &Version, new: &Version, needed: Step) -> VersionReport {
    VersionReport {
        old: old.to_string(),
        new: new.to_string(),
        needed,
        made: between(old, new),
        at_least: after(old, needed).to_string(),
        enough: needed == Step::None || reaches(old, new, needed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(old: &str, new: &str, made: Step, next: [&str; 3]) {
        let (old, new) = (old.parse().expect("a version"), new.parse().expect("a version"));
        assert_eq!(between(&old, &new), made, "{old} {new}");
        let after = [Step::Patch, Step::Minor, Step::Major].map(|step| after(&old, step).to_string());
        assert_eq!(after, next, "{old}");
    }

    #[test]
    fn steps() {
        check("1.2.3", "1.2.3", Step::None, ["1.2.4", "1.3.0", "2.0.0"]);
        check("1.2.3", "1.2.4", Step::Patch, ["1.2.4", "1.3.0", "2.0.0"]);
        check("1.2.3", "1.3.0", Step::Minor, ["1.2.4", "1.3.0", "2.0.0"]);
        check("1.2.3", "2.0.0", Step::Major, ["1.2.4", "1.3.0", "2.0.0"]);
        check("1.2.3", "2.0.0-rc.1", Step::Major, ["1.2.4", "1.3.0", "2.0.0"]);
        check("1.2.3", "1.1.0", Step::None, ["1.2.4", "1.3.0", "2.0.0"]);
        check("0.2.3", "0.3.0", Step::Major, ["0.2.4", "0.2.4", "0.3.0"]);
        check("0.2.3", "0.2.4", Step::Minor, ["0.2.4", "0.2.4", "0.3.0"]);
        check("0.0.3", "0.0.4", Step::Major, ["0.0.4", "0.0.4", "0.0.4"]);
        check("0.2.3", "1.0.0", Step::Major, ["0.2.4", "0.2.4", "0.3.0"]);
    }
}
