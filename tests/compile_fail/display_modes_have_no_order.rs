use contracts_types::DisplayMode;

fn at_least(left: DisplayMode, right: DisplayMode) -> bool {
    left >= right
}

fn main() {}
