//! What people type.

use clap::{Args, Parser, Subcommand, ValueEnum, builder::styling};
use clap_complete::Shell;

use crate::{render::Format, resources::ResourceArg};

/// Exit statuses, as the help of the command shows them.
const EXIT_STATUS: &str = "\
Exit status:
  0  nothing is wrong
  1  findings at the level of an error, such as an invalid document or a breaking change (with --strict also warnings)
  2  undecided: nothing is known to be wrong, and not everything could be decided
  3  wrong use, or something that is needed is not there

Examples:
  contracts check
  contracts lint schemas
  contracts validate schemas/order.schema.json order.json
  contracts compat --base main
  contracts explain unknown-keyword";

/// Colours of help texts and usage errors.
const STYLES: styling::Styles = styling::Styles::styled()
    .header(styling::AnsiColor::Green.on_default().bold())
    .usage(styling::AnsiColor::Green.on_default().bold())
    .literal(styling::AnsiColor::Cyan.on_default().bold())
    .placeholder(styling::AnsiColor::Cyan.on_default());

/// Turns a folder of JSON Schemas into contracts: checks, compares versions, and generates Rust types.
///
/// Nothing is ever fetched: every schema that another one refers to is a file of the set or given with --resource.
#[derive(Debug, Parser)]
#[command(name = "contracts", version, after_help = EXIT_STATUS, styles = STYLES, max_term_width = 110)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,

    #[command(flatten)]
    pub(crate) global: Global,
}

/// Options of every command.
#[derive(Debug, Args)]
pub(crate) struct Global {
    /// How findings are written.
    #[arg(long, global = true, value_enum, default_value_t, value_name = "FORMAT", hide_possible_values = false)]
    pub(crate) format: Format,

    /// When colours are used.
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    pub(crate) color: Color,

    /// Adds a schema file, or a folder of them, under a base URI, for references to it
    #[arg(
        long = "resource",
        global = true,
        value_name = "URI=PATH",
        long_help = "\
Adds a schema file, or a folder of them, under a base URI, for references to it.

A folder stands for every *.json file in it: with https://example.com/=vendor the file vendor/a/b.json is known as \
https://example.com/a/b.json. Can be given several times."
    )]
    pub(crate) resources: Vec<ResourceArg>,
}

/// When colours are used.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum Color {
    #[value(help = "On a terminal, unless NO_COLOR is set")]
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Check(CheckArgs),
    Lint(LintArgs),
    Validate(ValidateArgs),
    Generate(GenerateArgs),
    Compat(CompatArgs),
    Sample(SampleArgs),
    Explain(ExplainArgs),
    Rules(RulesArgs),
    Completions(CompletionsArgs),
}

/// Checks a whole set: schemas, manifest, fixtures, data files, record sets
#[derive(Debug, Args)]
#[command(
    long_about = "\
Checks a whole set: schemas, manifest, fixtures, data files, record sets.

Everything that is checked comes from the manifest contracts.toml and from where files stand:

  - every *.schema.json is loaded and linted strictly, and the manifest lists it;
  - a data file X.json next to X.schema.json is valid against it;
  - documents in FIXTURES/X/valid are valid against X.schema.json;
  - documents in FIXTURES/X/invalid break what they say they break;
  - record sets agree as the manifest says.",
    after_help = "Examples:\n  contracts check\n  contracts check services/billing/schemas\n  \
                  contracts check --format github"
)]
pub(crate) struct CheckArgs {
    /// Folder with contracts.toml [default: schemas, or the current folder, whichever has one]
    #[arg(value_name = "DIR")]
    pub(crate) folder: Option<String>,

    /// Lets warnings fail the run.
    #[arg(long)]
    pub(crate) strict: bool,
}

/// Lints schemas.
///
/// Of a folder, every *.schema.json below it is linted or, where there is none, every *.json. Symbolic links to
/// folders are not followed. Schemas below a contracts.toml are linted strictly, except for what it allows.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  contracts lint schemas\n  contracts lint --strict order.schema.json\n  \
                        contracts lint --resource https://example.com/=vendor/schemas order.json")]
pub(crate) struct LintArgs {
    /// Schema files, or folders of them.
    #[arg(required = true, value_name = "FILE|DIR")]
    pub(crate) paths: Vec<String>,

    /// Uses the strict level of every rule, and lets warnings fail the run.
    #[arg(long)]
    pub(crate) strict: bool,

    /// Accepts patterns with look-around and back-references in schemas that belong to no set
    #[arg(long)]
    pub(crate) allow_backtracking: bool,
}

/// Validates documents against a schema and shows everything that is wrong with them.
///
/// References to other files are looked up in the folder of the schema and in what --resource gives.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  contracts validate schemas/order.schema.json order.json\n  \
                        contracts validate --format json schema.json documents/*.json\n  \
                        generate-order | contracts validate schemas/order.schema.json -")]
pub(crate) struct ValidateArgs {
    /// The schema file.
    #[arg(value_name = "SCHEMA")]
    pub(crate) schema: String,

    #[command(flatten)]
    pub(crate) modes: ModeArgs,

    /// The JSON files to validate; `-` is the standard input.
    #[arg(required = true, value_name = "DOCUMENT")]
    pub(crate) documents: Vec<String>,

    /// Runs patterns with look-around and back-references too, with a limit on their steps
    #[arg(long)]
    pub(crate) allow_backtracking: bool,
}

/// How numbers and formats are taken.
#[derive(Debug, Args)]
pub(crate) struct ModeArgs {
    /// Takes numbers of any size and with all their digits, as `numbers = "exact"` does in a manifest.
    #[arg(long, requires = "schema")]
    pub(crate) exact_numbers: bool,

    /// Makes `format` an assertion, as `formats = "assert"` does in a manifest.
    #[arg(long, requires = "schema")]
    pub(crate) assert_formats: bool,
}

/// Generates Rust types from a set, or from one schema
#[derive(Debug, Args)]
#[command(
    long_about = "\
Generates Rust types from a set, or from one schema.

Of a set it writes the declarations of the types to FIXTURES/types/NAME.rs, where a pull request shows what changes; \
with --out it writes the whole module, as `cargo build` makes it. Of one schema it writes a module that stands alone: its root type is NAME, and it needs the crate contracts-runtime, with its feature exact-numbers or formats where \
numbers are exact or formats asserted.",
    after_help = "Examples:\n  contracts generate\n  contracts generate --check\n  \
                  contracts generate --schema order.schema.json --root Order --out src/order.rs\n  \
                  contracts generate --schema schemas/policy.schema.json --tolerant-schema"
)]
pub(crate) struct GenerateArgs {
    /// Folder with contracts.toml [default: schemas, or the current folder, whichever has one]
    #[arg(value_name = "DIR", conflicts_with = "schema")]
    pub(crate) folder: Option<String>,

    /// Writes nothing; fails when the file is not what would be written.
    #[arg(long)]
    pub(crate) check: bool,

    /// Generates the types of this one schema.
    #[arg(long, value_name = "FILE")]
    pub(crate) schema: Option<String>,

    /// Name of the root type of the one schema.
    #[arg(long, value_name = "NAME", requires = "schema", value_parser = type_name)]
    pub(crate) root: Option<String>,

    /// Where the types go; `-` is the standard output.
    #[arg(long, value_name = "FILE.rs")]
    pub(crate) out: Option<String>,

    /// Takes patterns with look-around and back-references too; the generated code then needs the feature `backtracking`
    /// of contracts-runtime, which stops after a number of steps
    #[arg(long, requires = "schema")]
    pub(crate) allow_backtracking: bool,

    #[command(flatten)]
    pub(crate) modes: ModeArgs,

    /// Prints the schema that tolerant decoding accepts, instead of types: its fail-closed enums take any string.
    #[arg(long, requires = "schema", conflicts_with_all = ["root", "out", "check", "exact_numbers", "assert_formats"])]
    pub(crate) tolerant_schema: bool,
}

/// Compares two versions of schemas, and shows every breaking change with a document that proves it
#[derive(Debug, Args)]
#[command(
    long_about = "\
Compares two versions of schemas, and shows every breaking change with a document that proves it.

OLD and NEW are two schema files or two folders. With --base the files as they are now are compared with the commit \
where the checked out branch left the revision REV (the merge base), so that what others did to REV since does not count. \
Schemas pair by $id, then by path.

Backward: what was valid under OLD is valid under NEW, so that new readers read old data. Forward: what is valid under \
NEW is valid under OLD, so that old readers read new data. Without --direction the role of each schema in contracts.toml \
chooses: request is backward, response is forward, stored is both; without a role it is backward.

A break is in order when the version of the set makes a major step and the schema's own version rises, or when \
contracts.toml approves it.",
    after_help = "Examples:\n  contracts compat --base main\n  contracts compat old.schema.json new.schema.json\n  \
                  contracts compat released schemas --direction both\n  \
                  contracts compat --release v1.2.0 --base main --format markdown"
)]
pub(crate) struct CompatArgs {
    /// Two files or folders, OLD and NEW; with --base or --release the folder of the schemas [default: schemas, or the
    /// current folder, whichever has contracts.toml]
    #[arg(value_name = "OLD NEW | DIR", num_args = 0..=2)]
    pub(crate) paths: Vec<String>,

    /// Compares the files as they are now with this branch, tag or commit, as it was when the history left it.
    #[arg(long, value_name = "REV")]
    pub(crate) base: Option<String>,

    /// Compares with this release; what --base has already is listed and fails nothing.
    #[arg(long, value_name = "REV")]
    pub(crate) release: Option<String>,

    /// Whose documents must be readable by whom [default: by the role of the schema].
    #[arg(long, value_enum, value_name = "DIRECTION")]
    pub(crate) direction: Option<Direction>,

    /// What may be taken for granted about documents.
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(crate) assume: Option<Assumption>,

    /// Steps that each decision may take, where the default of 2000000 leaves something undecided.
    #[arg(long, value_name = "STEPS", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) budget: Option<u64>,

    /// Prints the JSON Schema of the report of --format json, and compares nothing.
    #[arg(long)]
    pub(crate) report_schema: bool,

    /// Answers questions, one JSON text {"id", "old", "new"} a line, with {"id", "verdict", "witness"?, "reason"?} a
    /// line: is everything that is valid under OLD valid under NEW? Keywords that no dialect knows are annotations here:
    /// where one changed, a comparison of two versions is undecided, and the reason of a compatible answer says so.
    #[arg(
        long,
        value_name = "FILE.jsonl",
        conflicts_with_all = ["paths", "base", "release", "direction", "assume", "report_schema"]
    )]
    pub(crate) batch: Option<String>,
}

/// Whose documents must be readable by whom.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Direction {
    /// New readers read old data.
    Backward,
    /// Old readers read new data.
    Forward,
    /// Both.
    Both,
}

/// What may be taken for granted about documents.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Assumption {
    /// Writers send only members and items that the schema declares.
    DeclaredOnly,
}

/// Makes documents from a schema: valid ones or, with --invalid, near-misses that break one assertion each
#[derive(Debug, Args)]
#[command(
    long_about = "\
Makes documents from a schema, one JSON text a line: valid ones or, with --invalid, near-misses.

Each valid document shows something that the ones before it do not: an optional member, a branch, a value at a bound. Each \
near-miss breaks one assertion of the schema and nothing else: it stands under \"document\", the keyword under \
\"breaks\". The validator has judged every document, and the same schema gives the same documents.",
    after_help = "Examples:\n  contracts sample schemas/order.schema.json\n  \
                  contracts sample --invalid --count 20 order.schema.json"
)]
pub(crate) struct SampleArgs {
    /// The schema file.
    #[arg(value_name = "SCHEMA")]
    pub(crate) schema: String,

    /// Makes documents that break one assertion each.
    #[arg(long)]
    pub(crate) invalid: bool,

    /// The most documents.
    #[arg(long, value_name = "NUMBER", default_value_t = 25)]
    pub(crate) count: usize,

    /// Steps that may be taken, where the default finds too little.
    #[arg(long, value_name = "STEPS", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) budget: Option<u64>,
}

/// Says what a rule finds, why that matters, and how good and bad look.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  contracts explain unknown-keyword")]
pub(crate) struct ExplainArgs {
    /// Id of the rule, as findings name it.
    #[arg(value_name = "RULE")]
    pub(crate) rule: String,
}

/// Lists all rules with their levels.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  contracts rules")]
pub(crate) struct RulesArgs {}

/// Prints a script with which a shell completes the command line.
#[derive(Debug, Args)]
#[command(after_help = "\
Where the script goes:
  bash        contracts completions bash > ~/.local/share/bash-completion/completions/contracts
  zsh         contracts completions zsh > \"${fpath[1]}/_contracts\"
  fish        contracts completions fish > ~/.config/fish/completions/contracts.fish
  powershell  contracts completions powershell >> $PROFILE
  elvish      contracts completions elvish >> ~/.config/elvish/rc.elv")]
pub(crate) struct CompletionsArgs {
    /// The shell.
    #[arg(value_enum, value_name = "SHELL")]
    pub(crate) shell: Shell,
}

fn type_name(text: &str) -> Result<String, String> {
    let camel_case = text.starts_with(|first: char| first.is_ascii_uppercase())
        && text.chars().all(|character| character.is_ascii_alphanumeric());
    if camel_case && text != "Self" {
        Ok(text.to_owned())
    } else {
        Err("the name of a Rust type starts with an upper-case letter and goes on with letters and digits".into())
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    /// The command lines of a text: a line may begin with a prompt, be an item of a list, and end in a comment, a pipe or
    /// a redirection.
    fn command_lines(text: &str) -> Vec<String> {
        let starts = ["contracts ", "cargo run -- "];
        let lines = text.lines().filter_map(|line| {
            let line = line.trim_start_matches([' ', '-', '$']);
            let rest = starts.iter().find_map(|start| line.strip_prefix(start))?;
            // A word that begins in lower case is a command; everything else is prose.
            rest.starts_with(|first: char| first.is_ascii_lowercase() || first == '-').then_some(rest)
        });
        let ends = ["#", "|", "||", ">", ">>", "2>"];
        lines
            .map(|line| {
                let words = line.split_whitespace().take_while(|word| !ends.contains(word));
                words.map(|word| word.trim_matches('"')).collect::<Vec<_>>().join(" ")
            })
            .collect()
    }

    #[test]
    fn documented_command_lines_are_taken() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
        let mut texts = Vec::new();
        for path in ["README.md", "docs/ci.md", "docs/ci/gitlab-ci.yml", "fixtures/README.md", "CONTRIBUTING.md"] {
            let text = std::fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
            texts.push((path.to_owned(), text));
        }
        let mut command = Cli::command();
        command.build();
        texts.push(("contracts --help".to_owned(), command.render_long_help().to_string()));
        for command in command.get_subcommands_mut() {
            texts
                .push((format!("contracts {} --help", command.get_name()), command.render_long_help().to_string()));
        }
        let mut found = 0;
        for (place, text) in &texts {
            for line in command_lines(text) {
                found += 1;
                let words = std::iter::once("contracts").chain(line.split(' '));
                Cli::try_parse_from(words).unwrap_or_else(|error| panic!("{place}: contracts {line}\n{error}"));
            }
        }
        assert!(found >= 30, "only {found} command lines were found");
    }

    #[test]
    fn type_names() {
        assert_eq!(type_name("Order2"), Ok("Order2".into()));
        for wrong in ["", "order", "Self", "Order_2", "2Order", "Ördnung"] {
            type_name(wrong).expect_err(wrong);
        }
    }
}
