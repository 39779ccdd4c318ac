//! What a run found: failures, and what could not be tried.

use std::fmt::{self, Display, Formatter};

use crate::Promise;

/// A promise that does not hold.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The promise.
    pub promise: Promise,
    /// The name of the module.
    pub module: String,
    /// The operation, resource or migration.
    pub subject: String,
    /// What was expected.
    pub expected: String,
    /// What came.
    pub found: String,
}

/// What could not be tried, and why.
#[derive(Clone, Debug)]
pub struct Notice {
    /// The promise.
    pub promise: Promise,
    /// The name of the module.
    pub module: String,
    /// The operation or resource, and what of it was not tried.
    pub text: String,
}

/// What a run found.
#[derive(Clone, Debug, Default)]
pub struct Report {
    promise: Option<Promise>,
    /// All promises that do not hold.
    pub failures: Vec<Failure>,
    /// All that could not be tried.
    pub notices: Vec<Notice>,
    /// The number of comparisons.
    pub compared: usize,
}

impl Report {
    pub(crate) fn of(promise: Promise) -> Self {
        Self { promise: Some(promise), ..Self::default() }
    }

    fn promise(&self) -> Promise {
        self.promise.unwrap_or(Promise::Document)
    }

    /// Compares; returns whether it `holds`.
    pub(crate) fn expect(
        &mut self,
        holds: bool,
        (module, subject): (&str, &str),
        expected: impl Display,
        found: impl Display,
    ) -> bool {
        self.compared += 1;
        if !holds {
            self.fail(module, subject, expected, found);
        }
        holds
    }

    pub(crate) fn fail(
        &mut self,
        module: &str,
        subject: &str,
        expected: impl Display,
        found: impl Display,
    ) {
        let mut found = found.to_string();
        if let Some((end, _)) = found.char_indices().nth(600) {
            found.truncate(end);
        }
        self.failures.push(Failure {
            promise: self.promise(),
            module: module.to_owned(),
            subject: subject.to_owned(),
            expected: expected.to_string(),
            found,
        });
    }

    pub(crate) fn notice(&mut self, module: &str, text: impl Display) {
        let (promise, text) = (self.promise(), text.to_string());
        if !self.notices.iter().any(|one| one.module == module && one.text == text) {
            self.notices.push(Notice { promise, module: module.to_owned(), text });
        }
    }

    /// Returns what both found.
    pub(crate) fn and(mut self, other: Self) -> Self {
        self.failures.extend(other.failures);
        self.notices.extend(other.notices);
        self.compared += other.compared;
        self
    }

    /// Returns a line of figures, and the notices.
    pub(crate) fn summary(&self) -> String {
        let promise = self.promise.map_or("all".to_owned(), |promise| format!("{promise:?}"));
        let notices = self.notices.iter().map(|one| format!("  not tried: {one}\n"));
        let notices: String = notices.collect();
        let (compared, failed) = (self.compared, self.failures.len());
        format!("conformance, {promise}: {compared} comparisons, {failed} failures\n{notices}")
    }
}

impl Display for Notice {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.module, self.text)
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { promise, module, subject, expected, found } = self;
        write!(f, "{module}: {subject}: {promise:?}: expected {expected}; found {found}")
    }
}

impl Display for Report {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} promises do not hold:", self.failures.len())?;
        self.failures.iter().try_for_each(|failure| writeln!(f, "  {failure}"))
    }
}
