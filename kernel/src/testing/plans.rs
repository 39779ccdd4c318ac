//! Plans of products in tests: built and validated once per process, however many apps it starts.

use std::collections::HashMap;
use std::path::Path;

use parking_lot::Mutex;

use crate::base::error::Result;
use crate::cli::kernel_module;
use crate::product::plan::Plan;
use crate::product::plan::Product;
use crate::product::values::ProductValues;

/// The plans by the addresses of their modules and roles, and the values of their product. The front ends are not
/// validated, and are always the product's own.
static PLANS: Mutex<Option<HashMap<([usize; 2], ProductValues), Plan>>> = Mutex::new(None);

/// Returns the validated plan of a product. With a policy file it is built again, because the file
/// may change.
pub(super) async fn plan(product: &Product, policy: Option<&Path>) -> Result<Plan> {
    if policy.is_some() {
        return kernel_module::plan(product, policy).await;
    }
    let addresses = [product.modules.as_ptr().addr(), product.roles.as_ptr().addr()];
    let key = (addresses, product.values());
    let known =
        |plans: &mut Option<HashMap<_, Plan>>| plans.get_or_insert_default().get(&key).cloned();
    if let Some(plan) = known(&mut PLANS.lock()) {
        return Ok(Plan { ui: product.ui, ..plan });
    }
    let plan = kernel_module::plan(product, None).await?;
    let mut plans = PLANS.lock();
    let cached = plans.get_or_insert_default().entry(key).or_insert(plan).clone();
    Ok(Plan { ui: product.ui, ..cached })
}
