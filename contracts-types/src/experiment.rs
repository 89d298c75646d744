//! How an experiment assigns units to its arms.
//!
//! Experiments are read from a JSON view, because whoever decides with a published bundle may hold documents that are
//! not valid policies. What makes an experiment valid for a decision is said here, and is not what the schema says: a
//! decision accepts members that the schema does not declare and `holdout_frac: null`, and refuses names that are
//! nothing but white space.

use std::fmt;

use contracts_runtime::{Instance, View};

use crate::{policy, text::is_blank, unit_fraction::policy_unit_fraction};

/// The name under which the holdout slice is reported. No arm may have it.
pub const HOLDOUT: &str = "holdout";

/// A valid experiment, ready to assign units.
///
/// ```
/// use contracts_types::{Json, View, experiment::{Allocation, Assignment}};
///
/// let experiment = Json::from_str(
///     r#"{"id": "exp-1", "holdout_frac": 0.1, "arms": [{"name": "candidate", "fraction": 1}]}"#,
/// )?;
/// let allocation = Allocation::of(experiment.view())?;
/// let assignment = allocation.assign("proj-a", "task-2");
/// assert_eq!(assignment, Assignment::Arm { name: "candidate", propensity: 0.9 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Allocation<'a> {
    id: &'a str,
    holdout: f64,
    /// All arms but the last.
    leading: Vec<Share<'a>>,
    last: Share<'a>,
    /// Sum of the fractions, added from left to right.
    total: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Share<'a> {
    name: &'a str,
    fraction: f64,
}

/// Where an experiment puts a unit, and with which probability it puts any unit there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Assignment<'a> {
    /// Into the holdout slice, which is forced onto the fallback path.
    Holdout {
        /// The holdout fraction.
        propensity: f64,
    },
    /// Into an arm.
    Arm {
        /// Name of the arm.
        name: &'a str,
        /// `(1 - holdout) * (fraction / total)`, computed in exactly that order.
        propensity: f64,
    },
}

impl<'a> Assignment<'a> {
    /// Name of the arm; [`HOLDOUT`] for the holdout slice.
    pub const fn arm(&self) -> &'a str {
        match self {
            Self::Holdout { .. } => HOLDOUT,
            Self::Arm { name, .. } => name,
        }
    }

    /// Probability of this assignment over all units.
    pub const fn propensity(&self) -> f64 {
        let (Self::Holdout { propensity } | Self::Arm { propensity, .. }) = self;
        *propensity
    }
}

/// Why an experiment assigns no unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidExperiment {
    /// It is no object.
    NotAnObject,
    /// `id` is not a string with more than white space in it.
    Id,
    /// `holdout_frac` is neither absent, `null` nor a number from 0 up to but not including 1.
    HoldoutFraction,
    /// `arms` is not a list with at least one item.
    Arms,
    /// An arm is no object.
    Arm {
        /// Its index, from 0.
        index: usize,
    },
    /// The `name` of an arm is not a string with more than white space in it, or is the reserved [`HOLDOUT`].
    ArmName {
        /// Index of the arm, from 0.
        index: usize,
    },
    /// The `fraction` of an arm is not a finite number above 0.
    ArmFraction {
        /// Index of the arm, from 0.
        index: usize,
    },
}

impl fmt::Display for InvalidExperiment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAnObject => f.write_str("the experiment is not an object"),
            Self::Id => f.write_str("/id: expected a string that is not blank"),
            Self::HoldoutFraction => {
                f.write_str("/holdout_frac: expected null or a number at least 0 and less than 1")
            }
            Self::Arms => f.write_str("/arms: expected an array with at least one arm"),
            Self::Arm { index } => write!(f, "/arms/{index}: expected an object"),
            Self::ArmName { index } => {
                write!(f, "/arms/{index}/name: expected a string that is not blank and not {HOLDOUT:?}")
            }
            Self::ArmFraction { index } => write!(f, "/arms/{index}/fraction: expected a finite number above 0"),
        }
    }
}

impl std::error::Error for InvalidExperiment {}

impl<'a> Allocation<'a> {
    /// Reads an experiment.
    ///
    /// # Errors
    /// When it is not valid; no arm is chosen by guess then.
    pub fn of(experiment: Instance<'a>) -> Result<Self, InvalidExperiment> {
        let Instance::Object(experiment) = experiment else { return Err(InvalidExperiment::NotAnObject) };
        let id = experiment.member("id").and_then(not_blank).ok_or(InvalidExperiment::Id)?;
        let holdout = match experiment.member("holdout_frac") {
            None | Some(Instance::Null) => 0.0,
            Some(value) => number(value)
                .filter(|fraction| (0.0..1.0).contains(fraction))
                .ok_or(InvalidExperiment::HoldoutFraction)?,
        };
        let Some(Instance::Array(arms)) = experiment.member("arms") else { return Err(InvalidExperiment::Arms) };
        let mut leading: Vec<_> =
            (0..arms.len()).map(|index| Share::of(arms.item(index), index)).collect::<Result<_, _>>()?;
        let total = leading.iter().fold(0.0, |total, arm| total + arm.fraction);
        let last = leading.pop().ok_or(InvalidExperiment::Arms)?;
        Ok(Self { id, holdout, leading, last, total })
    }

    /// Identifier of the experiment, as it stands in the document.
    pub const fn id(&self) -> &'a str {
        self.id
    }

    /// Assigns a unit of a project. The keys of its fraction are `project_id`, the experiment's id and `unit_key`, all
    /// as they stand, untrimmed. A caller without a unit key must not ask: an empty key would put all such units into
    /// one arm.
    pub fn assign(&self, project_id: &str, unit_key: &str) -> Assignment<'a> {
        self.at(policy_unit_fraction([project_id, self.id, unit_key]))
    }

    /// The assignment of a unit whose fraction, in `[0, 1)`, is known. The holdout slice is carved first; the arms
    /// share the rest, in their order.
    pub fn at(&self, unit_fraction: f64) -> Assignment<'a> {
        if unit_fraction < self.holdout {
            return Assignment::Holdout { propensity: self.holdout };
        }
        let rest = (unit_fraction - self.holdout) / (1.0 - self.holdout);
        let mut end = 0.0;
        // The last arm has no end of its own, so that rounding cannot leave a gap behind it.
        let Share { name, fraction } = *self
            .leading
            .iter()
            .find(|arm| {
                end += arm.fraction / self.total;
                rest < end
            })
            .unwrap_or(&self.last);
        // In exactly this order: `((1 - h) * fraction) / total` differs in the last bit for a quarter of the inputs.
        Assignment::Arm { name, propensity: (1.0 - self.holdout) * (fraction / self.total) }
    }
}

impl<'a> Share<'a> {
    fn of(arm: Option<Instance<'a>>, index: usize) -> Result<Self, InvalidExperiment> {
        let Some(Instance::Object(arm)) = arm else { return Err(InvalidExperiment::Arm { index }) };
        let name = arm
            .member("name")
            .and_then(not_blank)
            .filter(|name| *name != HOLDOUT)
            .ok_or(InvalidExperiment::ArmName { index })?;
        let fraction = arm
            .member("fraction")
            .and_then(number)
            .filter(|fraction| *fraction > 0.0)
            .ok_or(InvalidExperiment::ArmFraction { index })?;
        Ok(Self { name, fraction })
    }
}

impl policy::Experiment {
    /// The experiment, ready to assign units.
    ///
    /// # Errors
    /// When it is not valid for a decision although the schema accepts it, as with a blank id.
    pub fn allocation(&self) -> Result<Allocation<'_>, InvalidExperiment> {
        Allocation::of(self.view())
    }
}

/// A finite number, as the nearest `f64`.
fn number(value: Instance<'_>) -> Option<f64> {
    if let Instance::Number(number) = value { number.as_f64() } else { None }
}

/// A string that has more than white space in it, untrimmed.
fn not_blank(value: Instance<'_>) -> Option<&str> {
    if let Instance::String(text) = value { Some(text).filter(|text| !is_blank(text)) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use contracts_runtime::Json;

    fn json(text: &str) -> Json {
        Json::from_str(text).unwrap()
    }

    #[test]
    fn invalid_experiments() {
        use InvalidExperiment::{Arm, ArmFraction, ArmName, Arms, HoldoutFraction, Id, NotAnObject};
        for (experiment, expected) in [
            ("null", NotAnObject),
            ("[]", NotAnObject),
            (r#"{"arms": [{"name": "a", "fraction": 1}]}"#, Id),
            (r#"{"id": " \t", "arms": [{"name": "a", "fraction": 1}]}"#, Id),
            ("{\"id\": \"\u{feff}\", \"arms\": [{\"name\": \"a\", \"fraction\": 1}]}", Id),
            (r#"{"id": 1, "arms": [{"name": "a", "fraction": 1}]}"#, Id),
            (r#"{"id": "e", "holdout_frac": 1, "arms": [{"name": "a", "fraction": 1}]}"#, HoldoutFraction),
            (r#"{"id": "e", "holdout_frac": -0.1, "arms": [{"name": "a", "fraction": 1}]}"#, HoldoutFraction),
            (r#"{"id": "e", "holdout_frac": "0", "arms": [{"name": "a", "fraction": 1}]}"#, HoldoutFraction),
            (r#"{"id": "e", "holdout_frac": false, "arms": [{"name": "a", "fraction": 1}]}"#, HoldoutFraction),
            (r#"{"id": "e"}"#, Arms),
            (r#"{"id": "e", "arms": {}}"#, Arms),
            (r#"{"id": "e", "arms": []}"#, Arms),
            (r#"{"id": "e", "arms": [{"name": "a", "fraction": 1}, "b"]}"#, Arm { index: 1 }),
            (r#"{"id": "e", "arms": [{"fraction": 1}]}"#, ArmName { index: 0 }),
            (r#"{"id": "e", "arms": [{"name": "", "fraction": 1}]}"#, ArmName { index: 0 }),
            (r#"{"id": "e", "arms": [{"name": "holdout", "fraction": 1}]}"#, ArmName { index: 0 }),
            (r#"{"id": "e", "arms": [{"name": "a"}]}"#, ArmFraction { index: 0 }),
            (r#"{"id": "e", "arms": [{"name": "a", "fraction": 0}]}"#, ArmFraction { index: 0 }),
            (r#"{"id": "e", "arms": [{"name": "a", "fraction": true}]}"#, ArmFraction { index: 0 }),
        ] {
            assert_eq!(Allocation::of(json(experiment).view()), Err(expected), "{experiment}");
        }
        let message = InvalidExperiment::ArmName { index: 2 }.to_string();
        assert_eq!(message, "/arms/2/name: expected a string that is not blank and not \"holdout\"");
    }

    #[test]
    fn a_decision_is_looser_than_the_schema() {
        let experiment = json(
            r#"{"id": " e ", "holdout_frac": null, "owner": "x", "arms": [{"name": "Holdout", "fraction": 2, "x": 1}]}"#,
        );
        let allocation = Allocation::of(experiment.view()).unwrap();
        assert_eq!(allocation.id(), " e ");
        assert_eq!(allocation.assign("p", "u"), Assignment::Arm { name: "Holdout", propensity: 1.0 });
    }

    #[test]
    fn arms_share_what_the_holdout_leaves() {
        let experiment = json(
            r#"{"id": "e", "holdout_frac": 0.5,
                "arms": [{"name": "a", "fraction": 1}, {"name": "b", "fraction": 2}, {"name": "c", "fraction": 1}]}"#,
        );
        let allocation = Allocation::of(experiment.view()).unwrap();
        let arms = [0.0, 0.49, 0.5, 0.62, 0.625, 0.874, 0.875, 0.999].map(|unit| allocation.at(unit).arm());
        assert_eq!(arms, [HOLDOUT, HOLDOUT, "a", "a", "b", "b", "c", "c"]);
        assert_eq!(allocation.at(0.7), Assignment::Arm { name: "b", propensity: 0.25 });
        assert_eq!(allocation.at(0.1), Assignment::Holdout { propensity: 0.5 });
    }

    #[test]
    fn what_rounding_leaves_goes_to_the_last_arm() {
        // Ten tenths add up to less than 1.
        let arms: Vec<String> = (0..10).map(|arm| format!(r#"{{"name": "{arm}", "fraction": 0.1}}"#)).collect();
        let experiment = json(&format!(r#"{{"id": "e", "arms": [{}]}}"#, arms.join(",")));
        let allocation = Allocation::of(experiment.view()).unwrap();
        assert_eq!(allocation.at(1.0 - f64::EPSILON / 2.0).arm(), "9");
        assert_eq!(allocation.at(1.0).arm(), "9");
    }

    #[test]
    fn a_propensity_has_one_association() {
        let experiment = json(
            r#"{"id": "exp-w", "holdout_frac": 0.2,
                "arms": [{"name": "tight", "fraction": 1.5}, {"name": "loose", "fraction": 1}]}"#,
        );
        let propensity = Allocation::of(experiment.view()).unwrap().assign("proj_parity", "task-b").propensity();
        assert_eq!(propensity.to_bits(), 0.320_000_000_000_000_06_f64.to_bits());
    }

    #[test]
    fn fractions_that_overflow_in_sum_leave_the_last_arm() {
        let experiment =
            json(r#"{"id": "e", "arms": [{"name": "a", "fraction": 1e308}, {"name": "b", "fraction": 1e308}]}"#);
        let allocation = Allocation::of(experiment.view()).unwrap();
        assert_eq!(allocation.at(0.0), Assignment::Arm { name: "b", propensity: 0.0 });
    }
}
