//! `mizan keys`.

use clap::{Args, Subcommand};

use super::{EXIT, open};
use crate::auth::OldKeys;
use crate::base::error::Result;
use crate::product::plan::Product;

#[derive(Subcommand)]
pub(super) enum Keys {
    Rotate(Rotate),
}

/// Sign access tokens with a new key
///
/// Makes a new key and retires those until now. No user is signed out: what a retired key has signed
/// holds until it expires, a quarter of an hour at most. Running processes sign with the new key
/// within 30 seconds and accept it at once; none has to be started anew. The public keys, retired
/// ones included, are at /.well-known/jwks.json. A retired key is deleted when nothing that it has
/// signed holds any more.
///
/// Should a key have fallen into other hands, add --revoke: what the keys until now have signed holds
/// no more, within 40 seconds. Sessions go on: apps get new access tokens by themselves.
///
/// Settings: database_url.
///
/// Examples:
///   mizan keys rotate
///   mizan keys rotate --revoke
#[derive(Args)]
#[command(verbatim_doc_comment, after_long_help = EXIT)]
pub(super) struct Rotate {
    /// End what the keys until now have signed
    #[arg(long)]
    revoke: bool,
}

impl Rotate {
    pub(super) async fn run(self, product: &Product) -> Result<()> {
        let kernel = open(product, false).await?;
        let old = if self.revoke { OldKeys::Revoke } else { OldKeys::Retire };
        let rotated = kernel.auth.keys().rotate(old).await?;
        println!("Access tokens are signed with the key {} from now on.", rotated.kid);
        match old {
            OldKeys::Retire => {
                println!("{} retired; what they have signed holds until it expires.", rotated.old);
            }
            OldKeys::Revoke => {
                println!(
                    "{} revoked; what they have signed holds no more, within 40 seconds.",
                    rotated.old
                );
            }
        }
        Ok(())
    }
}
