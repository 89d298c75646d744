//! Registers three tools, checks calls of them, and prints what is wrong: `cargo run -p value-schema --example tools`.
//!
//! One tool is declared by the macro, one with the builder functions, and one is a JSON Schema that somebody else wrote.

use std::{
    error::Error,
    io::{self, Write},
};

use value_schema::{Form, Tool, ToolRegistry, integer, parameters, register_foreign_schema, string};

parameters! {
    /// What the forecast tool takes.
    pub Forecast = {
        city: { type: "string", description: "Where.", required: true },
        days: { type: "integer", enum: [1, 3, 7] },
        unit: { type: "string", enum: ["celsius", "fahrenheit"], required: true },
    }
}

/// The three tools.
fn tools() -> Result<ToolRegistry, Box<dyn Error>> {
    let mut tools = ToolRegistry::new();
    tools.register(
        Tool::new("forecast", Forecast::schema().clone()).with_description("The weather of the next days."),
    )?;

    let search = parameters().required("query", string()).optional("limit", integer()).compile()?;
    tools.register(Tool::new("search", search))?;

    let foreign = serde_json::json!({
        "type": "object",
        "properties": { "path": { "type": "string" } },
        "required": ["path"],
        "additionalProperties": false,
    });
    tools.register(Tool::new("read_file", register_foreign_schema(&foreign, Form::Raw)?))?;
    Ok(tools)
}

/// Prints what each call comes to.
pub(crate) fn report(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let tools = tools()?;
    let calls = [
        ("forecast", r#"{"city": "Oslo", "unit": "celsius", "days": 3}"#),
        ("forecast", r#"{"city": "Oslo", "unit": "kelvin"}"#),
        ("forecast", r#"{"unit": "celsius"}"#),
        ("search", r#"{"query": "rust", "limit": 1.5}"#),
        ("search", r#"{"query": "rust", "query": "go"}"#),
        ("read_file", r#"{"path": "notes.md", "mode": "r"}"#),
        ("raed_file", r#"{"path": "notes.md"}"#),
    ];
    for (name, arguments) in calls {
        match tools.read_call(name, arguments) {
            Ok(value) => writeln!(out, "ok       {name} {}", value.to_text())?,
            Err(problem) => writeln!(out, "refused  {problem}")?,
        }
    }
    let forecast = Forecast::from_text(calls[0].1)?;
    writeln!(out, "typed    city {}, unit {}, days {:?}", forecast.city, forecast.unit.as_str(), forecast.days)?;
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    report(&mut io::stdout().lock())
}
