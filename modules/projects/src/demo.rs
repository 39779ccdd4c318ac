//! placeholder
use kernel::prelude::*;
pub(crate) fn seed(_: &mut Seed<'_>) -> Result<()> {
    Ok(())
}
