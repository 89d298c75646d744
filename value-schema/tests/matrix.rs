//! The boundary does not depend on the features of `serde_json` that other crates switch on.
//!
//! They need a build of their own, so this runs on request: `cargo test -p value-schema matrix:: -- --ignored`.

use std::{fs, path::Path, process::Command};

const PROGRAM: &str = r#"
use value_schema::{JsonValue, LossyKind};

fn refused(text: &str) -> LossyKind {
    let value: serde_json::Value = serde_json::from_str(text).expect(text);
    let copied = JsonValue::from_serde_json(&value).expect_err(text);
    let serialized = JsonValue::from_serialize(&value).expect_err(text);
    assert_eq!(copied, serialized, "{text}");
    copied.kind().clone()
}

fn main() {
    // The digits are there now, so they are asked.
    for text in ["[1.00000000000000001]", "[18446744073709551616]", "[1e400]", "[0.1000000000000000055]"] {
        assert!(matches!(refused(text), LossyKind::NumberChanges { .. }), "{text}");
        serde_json::from_str::<JsonValue>(text).expect_err(text);
    }
    for text in ["[-0]", "[-0.0]", "[-0e5]"] {
        assert_eq!(refused(text), LossyKind::NegativeZero, "{text}");
        serde_json::from_str::<JsonValue>(text).expect_err(text);
    }
    for text in [
        "[1,-1,1.0,1e2,0.1,1e20,18446744073709551615,-9223372036854775808]",
        "{\"b\":[null,true,\"x\"],\"a\":{}}",
    ] {
        let value: serde_json::Value = serde_json::from_str(text).expect(text);
        let read = JsonValue::from_text(text).expect(text);
        assert_eq!(JsonValue::from_serde_json(&value).expect(text), read);
        assert_eq!(JsonValue::from_serialize(&value).expect(text), read);
        assert_eq!(serde_json::from_str::<JsonValue>(text).expect(text), read);
        assert_eq!(JsonValue::from_text(&serde_json::to_string(&read).expect(text)).expect(text), read);
        assert_eq!(JsonValue::from_serde_json(&read.to_serde_json()).expect(text), read);
    }
    for text in [
        "{\"$serde_json::private::Number\":\"1\"}",
        "{\"$serde_json::private::Number\":\"x\",\"b\":2}",
        "{\"$serde_json::private::RawValue\":\"1\"}",
    ] {
        assert_eq!(JsonValue::from_text(text).expect(text).to_text(), text);
        assert_eq!(serde_json::from_str::<JsonValue>(text).expect(text).to_text(), text);
        assert_eq!(serde_json::to_string(&JsonValue::from_text(text).expect(text)).expect(text), text);
    }
    let raw = |text: &str| serde_json::value::RawValue::from_string(text.to_owned()).expect("JSON");
    assert_eq!(JsonValue::from_serialize(&[raw("{\"a\": [1.5]}")]).expect("a value").to_text(), "[{\"a\":[1.5]}]");
    let error = JsonValue::from_serialize(&[raw("{\"a\": [1, -0]}")]).expect_err("negative zero");
    assert_eq!((error.pointer().as_str(), error.kind()), ("/0/a/1", &LossyKind::NegativeZero));
    let error = JsonValue::from_serialize(&[raw("{\"a\": 1, \"a\": 1}")]).expect_err("two of them");
    assert_eq!((error.pointer().as_str(), error.kind()), ("/0/a", &LossyKind::DuplicateKey));
    println!("all right");
}
"#;

#[test]
#[ignore = "builds a crate with features of its own"]
fn features_of_serde_json_change_nothing() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("value-schema-features");
    fs::create_dir_all(folder.join("src")).expect("a folder");
    let manifest = format!(
        "[package]\nname = \"value-schema-features\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
         [dependencies]\nvalue-schema = {{ path = {:?}, default-features = false }}\n\
         serde_json = {{ version = \"1\", features = [\"arbitrary_precision\", \"preserve_order\", \"raw_value\", \
         \"unbounded_depth\"] }}\n\n[profile.dev]\ndebug = false\n",
        package.to_string_lossy()
    );
    fs::write(folder.join("Cargo.toml"), manifest).expect("a manifest");
    fs::copy(package.join("../Cargo.lock"), folder.join("Cargo.lock")).expect("a lock file");
    fs::write(folder.join("src/main.rs"), PROGRAM).expect("a program");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["run", "--quiet", "--offline"])
        .current_dir(&folder)
        .env("CARGO_TARGET_DIR", folder.join("target"))
        .env_remove("RUSTFLAGS")
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "all right\n");
}
