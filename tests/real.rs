//! Public schemas with real documents: the generated code compiles, and every document gets the oracle's verdict.

mod support;

use std::{fs, time::Instant};

use contracts_codegen::{Settings, generate};
use contracts_model::{Backtracking, Level, Options, SchemaSet};
use serde_json::Value;
use support::{
    equal,
    generated::{Module, Verdict, ask},
    suites,
};

#[test]
fn stored_documents_get_the_verdict_of_the_oracle() {
    let Some(suites) = suites() else { return };
    let mut modules = Vec::new();
    let mut documents = Vec::new();
    let mut expected = Vec::new();
    let mut folders: Vec<_> =
        fs::read_dir(suites.join("real")).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    folders.sort();
    for folder in folders {
        let name = folder.file_name().expect("a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(folder.join("schema.json")).expect("a schema");
        let started = Instant::now();
        let options = Options { backtracking: Backtracking::Everywhere, ..Options::default() };
        let mut set = SchemaSet::with_options(options);
        set.add("schema.json", None, text.clone());
        let (model, findings) = set.resolve();
        let Some(model) = model else {
            for finding in findings.iter().filter(|finding| finding.level == Level::Error) {
                println!("{name}: {}: {}", finding.place, finding.message);
            }
            continue;
        };
        let code = match generate(&model, &Settings::single(&model, "schema.json", "Root")) {
            Ok(code) => code,
            Err(findings) => panic!("{name}: {}", findings[0].message),
        };
        println!("{name}: {} bytes of schema, {} lines, {:?}", text.len(), code.lines().count(), started.elapsed());
        let schema: Value = serde_json::from_str(&text).expect("JSON");
        let validator =
            jsonschema::options().should_validate_formats(false).offline().build(&schema).expect("a sound schema");
        let index = modules.len();
        modules.push(Module { name: format!("real_{}", name.replace('-', "_")), code });
        for line in fs::read_to_string(folder.join("instances.jsonl")).expect("documents").lines() {
            let document: Value = serde_json::from_str(line).expect("JSON");
            expected.push((name.clone(), validator.is_valid(&document)));
            documents.push((index, line.to_owned()));
        }
    }
    let verdicts = ask("real-schemas", &modules, &documents);
    let mut wrong = Vec::new();
    for (((name, valid), verdict), (_, document)) in expected.iter().zip(&verdicts).zip(&documents) {
        match verdict {
            Verdict::Accepted(text) if *valid => {
                let written: Value = serde_json::from_str(text).expect("JSON");
                if !equal(&written, &serde_json::from_str(document).expect("JSON")) {
                    wrong.push(format!("{name}: not kept: {document}\n -> {text}"));
                }
            }
            Verdict::Refused { .. } if !valid => {}
            other => wrong.push(format!("{name}: should be {valid}: {other:?}: {document}")),
        }
    }
    for line in &wrong {
        println!("{}", &line.chars().take(600).collect::<String>());
    }
    assert!(wrong.is_empty(), "{} of {} wrong", wrong.len(), documents.len());
}
