use contracts_types::policy::{Arm, ArmName, ArmRequired};

fn arm(name: ArmName) -> Arm {
    Arm::builder(ArmRequired { name }).build().unwrap()
}

fn main() {}
