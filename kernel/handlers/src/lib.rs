//! The attributes of handlers: `#[get("/path", …)]` and the like, which the kernel exports.
//!
//! Each says an operation once, and makes of that the attribute of actix, by which the operation is served,
//! and that of utoipa, by which it is described. In addition the types of the handler's arguments are listed:
//! what else the OpenAPI document says of the operation follows from them (`kernel::handler`).
//!
//! `operation` reads what is said.

mod operation;

use proc_macro::TokenStream;
use quote::{format_ident, quote};
use syn::{FnArg, ItemFn, parse_macro_input};

use operation::{Operation, Served};

macro_rules! attributes {
    ($($name:ident),+) => { $(
        /// Makes a handler of this method and describes its operation.
        ///
        /// ```text
        /// /// Cancel a booking            the summary; what follows is the description
        /// #[post(
        ///     "/bookings/{id:[0-9a-f]{24}}/cancel",
        ///     tag = "bookings",
        ///     permission = "bookings:cancel",
        ///     path(id = "The booking"),
        ///     response(200, "The cancelled booking", Booking),
        ///     problem(404, "There is no such booking"),
        ///     problem(409),
        /// )]
        /// ```
        ///
        /// The first argument is the path as actix writes it; the expressions in it become patterns of the
        /// document. The permission is `resource:action`, `signed-in`, `first-step` or `public`. `path`
        /// describes the parameters in the path, `params` those in the query, as utoipa writes them. A
        /// `response` has a status, a description, and the type of its body, or `content(…)`,
        /// `content_type = …` and `headers(…)` as utoipa writes them. A `problem` has a status, and a
        /// description if the usual one of the status does not say enough; those that follow from the
        /// permission and from the types of the arguments are not repeated. With `head` it responds to
        /// `HEAD`, too. The handler's file imports the attribute and `kernel::utoipa` by these names.
        #[proc_macro_attribute]
        pub fn $name(said: TokenStream, handler: TokenStream) -> TokenStream {
            handler_of(stringify!($name), said, handler)
        }
    )+ };
}
attributes!(get, post, put, patch, delete);

fn handler_of(method: &str, said: TokenStream, handler: TokenStream) -> TokenStream {
    let handler = parse_macro_input!(handler as ItemFn);
    let method = format_ident!("{method}");
    if let Ok(Served { path, head }) = syn::parse(said.clone()) {
        let served = match head {
            None => quote! { #[::actix_web::#method(#path)] },
            Some(_) => quote! { #[::actix_web::route(#path, method = "GET", method = "HEAD")] },
        };
        return quote! { #served #handler }.into();
    }
    let operation = parse_macro_input!(said as Operation);
    let (name, served) = (&handler.sig.ident, &operation.served);
    let (described, statuses) = (operation.described(&method), operation.usual_problems());
    let types = handler.sig.inputs.iter().filter_map(|argument| match argument {
        FnArg::Typed(argument) => Some(&argument.ty),
        FnArg::Receiver(_) => None,
    });
    // utoipa looks for an attribute of this very name, which is this one once more, with less to say.
    let listed = quote! {
        #[::kernel::utoipa::path(#described)]
        #[#method(#served)]
        #handler

        impl ::kernel::handler::Handler for #name {
            const IMPLIED: &'static [&'static [::kernel::handler::Implied]] = &[
                #(<#types as ::kernel::handler::Argument>::IMPLIED,)*
                &[#(::kernel::handler::Implied::Problem(#statuses, None)),*],
            ];
        }
    };
    listed.into()
}
