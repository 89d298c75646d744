use contracts_types::{DisplayMode, Grants};

fn shortcut(mode: DisplayMode) -> Grants {
    mode.into()
}

fn main() {}
