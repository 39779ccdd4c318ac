//! The attributes of handlers: `#[get("/path")]` and the like, which the kernel exports.
//!
//! Each is actix's attribute of the same name. In addition it lists the types of the handler's
//! arguments, which actix keeps to itself: what the OpenAPI document says of the operation follows
//! from them (`kernel::handler`). It decides nothing about them.

use proc_macro::TokenStream;
use quote::{format_ident, quote};
use syn::{FnArg, ItemFn, parse_macro_input};

macro_rules! attributes {
    ($($name:ident),+) => { $(
        /// Makes a handler of this method, as actix's attribute of the same name does, and lists the
        /// types of its arguments.
        #[proc_macro_attribute]
        pub fn $name(options: TokenStream, handler: TokenStream) -> TokenStream {
            handler_of(stringify!($name), options, handler)
        }
    )+ };
}
attributes!(get, post, put, patch, delete, route);

fn handler_of(attribute: &str, options: TokenStream, handler: TokenStream) -> TokenStream {
    let handler = parse_macro_input!(handler as ItemFn);
    let options = proc_macro2::TokenStream::from(options);
    let attribute = format_ident!("{attribute}");
    let name = &handler.sig.ident;
    let types = handler.sig.inputs.iter().filter_map(|argument| match argument {
        FnArg::Typed(argument) => Some(&argument.ty),
        FnArg::Receiver(_) => None,
    });
    let listed = quote! {
        #[::actix_web::#attribute(#options)]
        #handler

        impl ::kernel::handler::Handler for #name {
            const IMPLIED: &'static [&'static [::kernel::handler::Implied]] =
                &[#(<#types as ::kernel::handler::Argument>::IMPLIED),*];
        }
    };
    listed.into()
}
