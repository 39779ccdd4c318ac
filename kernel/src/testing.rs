//! The harness that tests of the product share.
