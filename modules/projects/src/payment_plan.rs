//! The payment plan of a project: instalments as percentages of the price.

use std::borrow::Cow;

use diesel::deserialize::FromSqlRow;
use diesel::expression::AsExpression;
use diesel::sql_types::Text;
use kernel::prelude::*;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};

/// A payment that is due at some milestone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Instalment {
    /// When it is due.
    #[schemars(
        length(min = 1, max = 200),
        extend("x-normalize" = ["trim"], "examples" = ["On handover"])
    )]
    pub milestone: String,
    /// How much of the price is due then.
    #[schemars(range(max = 100), extend("exclusiveMinimum" = 0, "x-unit" = "%"))]
    pub percent: f64,
}

/// The instalments in their order, stored as JSON.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
#[serde(transparent)]
pub struct PaymentPlan(pub Vec<Instalment>);

kernel::json_column!(PaymentPlan);

impl JsonSchema for PaymentPlan {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "PaymentPlan".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        <Vec<Instalment>>::json_schema(generator)
    }
}

impl PaymentPlan {
    /// Fails when the instalments add up to more than the price.
    pub(crate) fn check(&self) -> Result<()> {
        let total: f64 = self.0.iter().map(|instalment| instalment.percent).sum();
        // Thirds are rounded to a few digits, and may add up to a little more.
        if total <= 100.005 {
            return Ok(());
        }
        let total = (total * 100.0).round() / 100.0;
        let message =
            format!("The instalments add up to {total} %; together they may be at most 100 %");
        Err(Error::invalid("/paymentPlan", message))
    }
}

#[cfg(test)]
mod tests {
    use super::{Instalment, PaymentPlan};

    #[test]
    fn instalments_come_to_the_whole_price_at_most() {
        let plan = |percents: &[f64]| {
            let one = |percent: &f64| Instalment { milestone: "Then".into(), percent: *percent };
            PaymentPlan(percents.iter().map(one).collect()).check()
        };
        for right in [&[][..], &[20.0], &[33.334, 33.333, 33.333], &[0.1; 3], &[60.0, 40.0]] {
            assert!(plan(right).is_ok(), "{right:?}");
        }
        let error = plan(&[60.0, 50.5]).unwrap_err().to_string();
        assert_eq!(error, "The instalments add up to 110.5 %; together they may be at most 100 %");
    }
}
