//! Questions in a terminal.

use std::io::{BufRead, Lines, StdinLock, Write};

pub(crate) struct Questions(Lines<StdinLock<'static>>);

impl Questions {
    pub(crate) fn of_terminal() -> Self {
        Self(std::io::stdin().lock().lines())
    }

    /// Returns what is typed, or `otherwise` when that is nothing.
    pub(crate) fn ask(&mut self, question: &str, otherwise: &str) -> Result<String, String> {
        let default = if otherwise.is_empty() { String::new() } else { format!(" [{otherwise}]") };
        print!("{question}{default}: ");
        let shown = std::io::stdout().flush();
        let line = self.0.next().unwrap_or_else(|| Ok(String::new()));
        let line = shown.and(line).map_err(|error| error.to_string())?;
        Ok(match line.trim() {
            "" => otherwise.to_owned(),
            typed => typed.to_owned(),
        })
    }
}
