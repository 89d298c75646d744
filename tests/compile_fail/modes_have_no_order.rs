use contracts_types::policy::RuntimeMode;

fn stage_reached(mode: RuntimeMode) -> bool {
    mode >= RuntimeMode::Canary
}

fn main() {}
