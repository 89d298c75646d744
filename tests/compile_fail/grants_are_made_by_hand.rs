use contracts_types::Grants;

fn everything() -> Grants {
    Grants(7)
}

fn main() {}
