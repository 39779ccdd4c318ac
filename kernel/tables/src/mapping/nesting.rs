//! Limits how deep the values, fields and look-ups of a mapping are nested: compiling and running them takes stack for each
//! level, and a mapping comes from a user.

/// The maximum depth.
const DEEPEST: usize = 100;

/// The depth at which a mapping is being compiled.
#[derive(Default)]
pub(super) struct Nesting {
    depth: usize,
    /// The greatest depth since the current value of the mapping began.
    reached: usize,
    /// How many levels each compiled value of the mapping has, by its index.
    pub(super) heights: Vec<usize>,
}

impl Nesting {
    /// Enters the next level.
    pub(super) fn enter(&mut self, path: &str) -> Result<(), String> {
        self.check(path, self.depth + 1)?;
        self.depth += 1;
        Ok(())
    }

    /// Leaves it.
    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Notes that a compiled value is used at this level.
    pub(super) fn reach(&mut self, path: &str, value: usize) -> Result<(), String> {
        self.check(path, self.depth + self.heights.get(value).copied().unwrap_or_default())
    }

    /// Begins a value. Returns what [`Nesting::end`] needs.
    pub(super) fn begin(&mut self) -> usize {
        std::mem::replace(&mut self.reached, self.depth)
    }

    /// Ends a value, and returns the number of its levels.
    pub(super) fn end(&mut self, outside: usize) -> usize {
        let height = self.reached - self.depth;
        self.reached = self.reached.max(outside);
        height
    }

    fn check(&mut self, path: &str, depth: usize) -> Result<(), String> {
        if depth > DEEPEST {
            return Err(format!("{path}: values are made of each other more than {DEEPEST} deep"));
        }
        self.reached = self.reached.max(depth);
        Ok(())
    }
}
