//! Suggestions for a mistyped name: the nearest known names.

/// The minimum similarity of two names, from 0 to 1.
const ALIKE: f64 = 0.6;

/// How much less similar than the nearest name a further suggestion may be.
const NEARLY: f64 = 0.2;

/// Returns at most three of `names` that are similar to `word`, the nearest first.
pub fn near<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let word = word.to_lowercase();
    let likeness = |name: &str| {
        let alike = strsim::normalized_damerau_levenshtein(&word, &name.to_lowercase());
        // A part of a name matches that name, however long the rest is.
        if word.len() > 2 && name.to_lowercase().contains(&word) { alike.max(ALIKE) } else { alike }
    };
    let mut alike: Vec<(f64, &str)> = names
        .into_iter()
        .map(|name| (likeness(name), name))
        .filter(|(likeness, _)| *likeness >= ALIKE)
        .collect();
    alike.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    alike.dedup_by_key(|(_, name)| *name);
    let nearest = alike.first().map_or(0.0, |(likeness, _)| *likeness);
    alike.retain(|(likeness, _)| *likeness > nearest - NEARLY);
    alike.into_iter().take(3).map(|(_, name)| name).collect()
}

/// Returns the end of a message that suggests names: `; did you mean units or users?` Empty when no
/// name is similar to `word`.
pub fn did_you_mean<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    match near(word, names).as_slice() {
        [] => String::new(),
        [only] => format!("; did you mean {only}?"),
        [others @ .., last] => format!("; did you mean {} or {last}?", others.join(", ")),
    }
}

/// Ends a message with a full stop, unless it ends with a suggestion.
pub fn with_full_stop(mut text: String) -> String {
    if !text.ends_with('?') {
        text.push('.');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_names_are_suggested_and_no_far_ones() {
        let names = ["unit_list", "unit_view", "user_list", "company_bulk_delete"];
        assert_eq!(near("units_list", names), ["unit_list"]);
        assert_eq!(near("Unit_List", names), ["unit_list"]);
        assert_eq!(near("unit_lost", names), ["unit_list"]);
        assert_eq!(near("unit_lieu", names), ["unit_list", "unit_view"]);
        assert_eq!(near("bulk_delete", names), ["company_bulk_delete"]);
        assert!(near("leaderboard", names).is_empty());
        assert_eq!(did_you_mean("leaderboard", names), "");
        assert_eq!(did_you_mean("company_bulk", names), "; did you mean company_bulk_delete?");
        assert_eq!(did_you_mean("unit_lieu", names), "; did you mean unit_list or unit_view?");
    }
}
