use contracts_types::practice::Family;

fn before(left: Family, right: Family) -> bool {
    left < right
}

fn main() {}
