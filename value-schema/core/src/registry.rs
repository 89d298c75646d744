//! Tools by name, and their calls.

use indexmap::{IndexMap, map::Entry};

use crate::{
    JsonValue, LossyError, ToolSchema, ValueProblem, arena::NameHash, closeness::close_names,
    validate_json_schema_value,
};

/// A tool: what it takes and what it gives.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Tool {
    /// The name that a call says.
    pub name: String,
    /// What it does, for the model.
    pub description: Option<String>,
    /// What its arguments have to be.
    pub parameters: ToolSchema,
    /// What its result has to be, if that is declared. Any root will do.
    pub output: Option<ToolSchema>,
}

impl Tool {
    /// A tool with these parameters.
    pub fn new(name: impl Into<String>, parameters: impl Into<ToolSchema>) -> Self {
        Self { name: name.into(), description: None, parameters: parameters.into(), output: None }
    }

    /// The same tool with a description.
    #[must_use]
    pub fn with_description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// The same tool with a declared output.
    #[must_use]
    pub fn with_output(mut self, output: impl Into<ToolSchema>) -> Self {
        self.output = Some(output.into());
        self
    }
}

/// Tools by name, in the order in which they were registered.
///
/// ```
/// use value_schema_core::{CallProblem, JsonValue, Tool, ToolRegistry, parameters, string};
///
/// let mut tools = ToolRegistry::new();
/// tools.register(Tool::new("read_file", parameters().required("path", string()).compile()?))?;
///
/// let arguments = JsonValue::from_text(r#"{"path": "notes.md"}"#)?;
/// tools.validate_call("read_file", &arguments)?;
///
/// let problem = tools.validate_call("raed_file", &arguments).unwrap_err();
/// assert_eq!(problem.to_string(), "there is no tool \"raed_file\"; did you mean \"read_file\"?");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct ToolRegistry {
    tools: IndexMap<String, Tool, NameHash>,
}

/// There is a tool of that name already.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is a tool {name:?} already: each name is registered once")]
pub struct DuplicateTool {
    /// The name.
    pub name: String,
}

/// What is wrong with a call.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CallProblem {
    /// No tool has that name.
    #[error("there is no tool {name:?}{}", meant(close))]
    UnknownTool {
        /// The name that the call says.
        name: String,
        /// Up to three names that are like it, the most alike first.
        close: Vec<String>,
    },
    /// The arguments are not JSON that can be kept without loss.
    #[error("the arguments of {tool:?} cannot be read: {problem}")]
    Text {
        /// The tool.
        tool: String,
        /// What is wrong with the text.
        problem: LossyError,
    },
    /// The arguments are not what the tool takes.
    #[error("the arguments of {tool:?} are not valid: {problem}")]
    Arguments {
        /// The tool.
        tool: String,
        /// The first thing that is wrong.
        problem: Box<ValueProblem>,
    },
    /// The result is not what the tool gives.
    #[error("the result of {tool:?} is not valid: {problem}")]
    Output {
        /// The tool.
        tool: String,
        /// The first thing that is wrong.
        problem: Box<ValueProblem>,
    },
}

impl ToolRegistry {
    /// No tools.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a tool. Takes the same time however many there are.
    ///
    /// # Errors
    ///
    /// [`DuplicateTool`]; the registry stays as it was.
    pub fn register(&mut self, tool: Tool) -> Result<(), DuplicateTool> {
        match self.tools.entry(tool.name.clone()) {
            Entry::Occupied(there) => Err(DuplicateTool { name: there.key().clone() }),
            Entry::Vacant(place) => {
                place.insert(tool);
                Ok(())
            }
        }
    }

    /// The tool of this name.
    pub fn get(&self, name: &str) -> Option<&Tool> {
        self.tools.get(name)
    }

    /// The tools, in the order in which they were registered.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Tool> {
        self.tools.values()
    }

    /// How many tools there are.
    pub fn len(&self) -> usize {
        self.tools.len()
    }

    /// Whether there is no tool.
    pub fn is_empty(&self) -> bool {
        self.tools.is_empty()
    }

    /// Checks the arguments of a call. Those of a tool whose parameters are [`ToolSchema::Unknown`] are not enforced.
    ///
    /// # Errors
    ///
    /// [`CallProblem::UnknownTool`] and [`CallProblem::Arguments`].
    pub fn validate_call(&self, name: &str, arguments: &JsonValue) -> Result<(), CallProblem> {
        let tool = self.known(name)?;
        enforce(&tool.parameters, arguments)
            .map_err(|problem| CallProblem::Arguments { tool: tool.name.clone(), problem })
    }

    /// Reads the arguments of a call from JSON text, and checks them.
    ///
    /// # Errors
    ///
    /// As [`ToolRegistry::validate_call`], and [`CallProblem::Text`].
    pub fn read_call(&self, name: &str, arguments: &str) -> Result<JsonValue, CallProblem> {
        let tool = self.known(name)?;
        let arguments = JsonValue::from_text(arguments)
            .map_err(|problem| CallProblem::Text { tool: tool.name.clone(), problem })?;
        self.validate_call(name, &arguments)?;
        Ok(arguments)
    }

    /// Checks the result of a call, where the tool declares its output.
    ///
    /// # Errors
    ///
    /// [`CallProblem::UnknownTool`] and [`CallProblem::Output`].
    pub fn validate_output(&self, name: &str, output: &JsonValue) -> Result<(), CallProblem> {
        let tool = self.known(name)?;
        let Some(schema) = &tool.output else { return Ok(()) };
        enforce(schema, output).map_err(|problem| CallProblem::Output { tool: tool.name.clone(), problem })
    }

    fn known(&self, name: &str) -> Result<&Tool, CallProblem> {
        self.tools.get(name).ok_or_else(|| {
            let close = close_names(name, self.tools.keys().map(String::as_str), 3);
            CallProblem::UnknownTool {
                name: name.to_owned(),
                close: close.into_iter().map(str::to_owned).collect(),
            }
        })
    }
}

fn enforce(schema: &ToolSchema, value: &JsonValue) -> Result<(), Box<ValueProblem>> {
    match schema {
        ToolSchema::Supported(node) => validate_json_schema_value(node, value).map_err(Box::new),
        ToolSchema::Unknown(_) => Ok(()),
    }
}

fn meant(close: &[String]) -> String {
    match close {
        [] => String::new(),
        [only] => format!("; did you mean {only:?}?"),
        several => format!(
            "; did you mean one of {}?",
            several.iter().map(|name| format!("{name:?}")).collect::<Vec<_>>().join(", ")
        ),
    }
}
