use contracts_types::policy::PolicyVersion;

fn zero() -> PolicyVersion {
    PolicyVersion(0)
}

fn main() {}
