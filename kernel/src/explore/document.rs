//! Describes the explorer in the OpenAPI document: the parameters of an operation that answers
//! questions, and the catalogue from which screens build their forms.

use serde_json::{Value, json};

use super::catalog::Catalog;
use super::chart::Chart;
use super::declare::{Dataset, Dimension, DimensionKind, Each};
use super::question::{CHARTS, COMPARISONS, GRAINS, MOST_MEASURES, MOST_ROWS, USUAL_ROWS};

impl Catalog {
    /// Returns the parameters of a question.
    pub(crate) fn parameters(&self) -> Vec<Value> {
        let datasets: Vec<&str> = self.datasets.iter().map(|one| one.name).collect();
        let measures: Vec<&str> = self.measures.iter().map(|one| one.name).collect();
        let dimensions: Vec<&str> = self.dimensions.iter().map(|one| one.name).collect();
        let grains: Vec<&str> = GRAINS.iter().map(|(name, _)| *name).collect();
        let sorts: Vec<String> = std::iter::once("row")
            .chain(measures.iter().copied())
            .flat_map(|name| [format!("{name}:asc"), format!("{name}:desc")])
            .collect();
        let one_of = |names: &[&str]| json!({ "type": "string", "enum": names });
        let day = json!({ "type": "string", "format": "date" });
        vec![
            needed("dataset", "The dataset to query.", one_of(&datasets)),
            needed(
                "measures",
                "The measures, each as a parameter of its own: those that the dataset has, by `x-explorer`.",
                json!({ "type": "array", "minItems": 1, "maxItems": MOST_MEASURES,
                        "uniqueItems": true, "items": one_of(&measures) }),
            ),
            query(
                "rows",
                "The dimension that facts are grouped by; without one all of them are one row.",
                one_of(&dimensions),
            ),
            query("cols", "A second dimension, besides `rows`.", one_of(&dimensions)),
            query(
                "filters",
                "A filter group as JSON, as the lists of the dataset's resource understand it.",
                json!({ "type": "string", "contentMediaType": "application/json",
                        "contentSchema": { "$ref": "#/components/schemas/FilterGroup" } }),
            ),
            query("from", "The first day of the period, in the product's time zone.", day.clone()),
            query("to", "The last day, which is part of the period.", day),
            query(
                "grain",
                "The grain that time dimensions are grouped by, instead of the one they are named for.",
                one_of(&grains),
            ),
            query("chart", "How a screen shows it. It changes nothing here.", one_of(&CHARTS)),
            query(
                "sort",
                "`row`, the order of the dimension, or one of the requested measures, and a \
                 direction. What has no value is last. With columns a row is sorted by its value \
                 over all of them.",
                json!({ "type": "string", "enum": sorts, "default": "row:asc" }),
            ),
            query(
                "limit",
                "The most rows to answer.",
                json!({ "type": "integer", "minimum": 1, "maximum": MOST_ROWS, "default": USUAL_ROWS }),
            ),
            query(
                "compare",
                "`previous`: with the period of the same length before, which needs `from` and `to`. \
                 `listed`: with the listed value, where a measure has one.",
                one_of(&COMPARISONS),
            ),
        ]
    }

    /// Describes datasets, measures, dimensions and charts.
    pub(crate) fn described(&self) -> Value {
        let datasets: Vec<Value> = self.datasets.iter().map(|one| self.dataset(one)).collect();
        let measures: Vec<Value> = self
            .measures
            .iter()
            .map(|one| {
                let mut described = json!({ "name": one.name, "label": one.label,
                    "description": one.description, "unit": one.unit,
                    "listed": !one.listed.is_empty() });
                for (name, text) in [("none", one.none), ("formula", one.formula)] {
                    if !text.is_empty() {
                        described[name] = json!(text);
                    }
                }
                if one.signed {
                    described["signed"] = json!(true);
                }
                let known_by = self.dimensions.iter().filter(|it| self.groups(it, one));
                described["dimensions"] = known_by.map(|it| it.name).collect();
                described
            })
            .collect();
        let dimensions: Vec<Value> = self
            .dimensions
            .iter()
            .map(|one| {
                let mut described = json!({ "name": one.name, "label": one.label,
                    "description": one.description, "kind": kind(one) });
                if let DimensionKind::Record { of, .. } = one.kind
                    && let Some(resource) = self.resource_of(of)
                {
                    described["resource"] = json!(resource);
                }
                described
            })
            .collect();
        let charts: Vec<Value> = self.charts.iter().map(Chart::described).collect();
        json!({ "datasets": datasets, "measures": measures, "dimensions": dimensions,
                "charts": charts })
    }

    fn dataset(&self, dataset: &Dataset) -> Value {
        let measures: Vec<_> = self.measures_of(dataset).collect();
        let dimensions = self
            .dimensions
            .iter()
            .filter(|dimension| measures.iter().any(|measure| self.groups(dimension, measure)));
        let mut described = json!({
            "name": dataset.name,
            "label": dataset.label,
            "resource": dataset.resource,
            "measures": measures.iter().map(|one| one.name).collect::<Vec<_>>(),
            "dimensions": dimensions.map(|one| one.name).collect::<Vec<_>>(),
            "behind": dataset.behind,
        });
        if let Some(Each { label, measure, by }) = dataset.each {
            described["each"] = json!({ "label": label, "measure": measure, "by": by });
        }
        described
    }
}

fn kind(dimension: &Dimension) -> &'static str {
    match dimension.kind {
        DimensionKind::Time(_) => "time",
        DimensionKind::Numbers(_) => "order",
        DimensionKind::Record { .. }
        | DimensionKind::Text
        | DimensionKind::List
        | DimensionKind::Texts(_) => "category",
    }
}

fn query(name: &str, description: &str, schema: Value) -> Value {
    json!({ "name": name, "in": "query", "description": description, "schema": schema })
}

fn needed(name: &str, description: &str, schema: Value) -> Value {
    let mut parameter = query(name, description, schema);
    parameter["required"] = json!(true);
    parameter
}
