//! Reads what an attribute says of an operation, and writes the attributes of actix and utoipa.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::{Error, Ident, LitInt, LitStr, Result, Token, Type, parenthesized};

/// The media type of problems.
const PROBLEM: &str = "application/problem+json";

/// The error for another word.
const UNKNOWN: &str = "an operation has `tag`, `permission`, `path(…)`, `params(…)`, `response(…)`, \
                       `problem(…)`, `head` and `explorer`";

/// Where an operation is served.
#[derive(Clone)]
pub(crate) struct Served {
    /// The path as actix writes it, with its expressions.
    pub(crate) path: LitStr,
    /// Whether it also responds to `HEAD`.
    pub(crate) head: Option<Ident>,
}

impl Parse for Served {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let path = input.parse()?;
        let head = match input.parse::<Option<Token![,]>>()? {
            Some(_) if !input.is_empty() => Some(input.parse::<Ident>()?),
            _ => None,
        };
        match &head {
            Some(other) if other != "head" => Err(Error::new(other.span(), UNKNOWN)),
            _ => Ok(Self { path, head }),
        }
    }
}

impl ToTokens for Served {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let (path, head) = (&self.path, self.head.iter());
        tokens.extend(quote! { #path #(, #head)* });
    }
}

/// What an attribute says of an operation.
pub(crate) struct Operation {
    pub(crate) served: Served,
    tag: LitStr,
    permission: LitStr,
    /// Descriptions of the parameters in the path.
    path_parameters: Vec<(Ident, LitStr)>,
    /// Other parameters, as utoipa writes them.
    parameters: TokenStream,
    /// Responses, as utoipa writes them.
    responses: Vec<TokenStream>,
    /// The statuses of problems with their usual description.
    usual_problems: Vec<String>,
    /// Whether the document describes the explorer here.
    is_explorer: bool,
}

impl Parse for Operation {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let path: LitStr = input.parse()?;
        let (mut tag, mut permission) = (None, None);
        let mut operation = Self {
            tag: path.clone(),
            permission: path.clone(),
            served: Served { path, head: None },
            path_parameters: Vec::new(),
            parameters: TokenStream::new(),
            responses: Vec::new(),
            usual_problems: Vec::new(),
            is_explorer: false,
        };
        while !input.is_empty() {
            input.parse::<Token![,]>()?;
            if input.is_empty() {
                break;
            }
            let name: Ident = input.parse()?;
            match name.to_string().as_str() {
                "tag" => tag = Some(value(input)?),
                "permission" => permission = Some(value(input)?),
                "head" => operation.served.head = Some(name),
                "explorer" => operation.is_explorer = true,
                of_several => {
                    let inner;
                    parenthesized!(inner in input);
                    match of_several {
                        "path" => operation.path_parameters = descriptions(&inner)?,
                        "params" => operation.parameters = inner.parse()?,
                        "response" => operation.responses.push(response(&inner)?),
                        "problem" => operation.add_problem(&inner)?,
                        _ => return Err(Error::new(name.span(), UNKNOWN)),
                    }
                }
            }
        }
        let missing =
            |what| Error::new(operation.served.path.span(), format!("an operation needs {what}"));
        operation.tag = tag.ok_or_else(|| missing("a tag: `tag = \"…\"`"))?;
        operation.permission = permission.ok_or_else(|| {
            missing("a permission: `resource:action`, `signed-in`, `first-step` or `public`")
        })?;
        Ok(operation)
    }
}

impl Operation {
    fn add_problem(&mut self, input: ParseStream<'_>) -> Result<()> {
        let status: LitInt = input.parse()?;
        if input.is_empty() {
            self.usual_problems.push(status.base10_digits().to_owned());
            return Ok(());
        }
        input.parse::<Token![,]>()?;
        let description: LitStr = input.parse()?;
        self.responses.push(quote! {
            (status = #status, description = #description,
                body = ::kernel::error::Problem, content_type = #PROBLEM)
        });
        Ok(())
    }

    /// Returns the arguments of the attribute of utoipa.
    pub(crate) fn described(&self, method: &Ident) -> TokenStream {
        let (tag, permission, responses) = (&self.tag, &self.permission, &self.responses);
        let span = self.served.path.span();
        let (path, expressions) = reduced(&self.served.path.value());
        let path = LitStr::new(&path, span);
        let in_path = self.path_parameters.iter().map(|(name, description)| {
            let expression = expressions.iter().find(|(other, _)| name == other);
            let pattern = expression.map(|(_, expression)| {
                let pattern = match expression.contains('|') {
                    true => format!("^(?:{expression})$"),
                    false => format!("^{expression}$"),
                };
                let pattern = LitStr::new(&pattern, span);
                quote! { , pattern = #pattern }
            });
            let name = name.to_string();
            quote! { (#name = String, Path, description = #description #pattern), }
        });
        let parameters = &self.parameters;
        let explorer = self.is_explorer.then(|| quote! { ("x-explorer" = json!(true)), });
        quote! {
            #method,
            path = #path,
            tag = #tag,
            params(#(#in_path)* #parameters),
            responses(#(#responses),*),
            extensions(#explorer ("x-permission" = json!(#permission))),
        }
    }

    /// Returns the statuses of the problems that have their usual description.
    pub(crate) fn usual_problems(&self) -> &[String] {
        &self.usual_problems
    }
}

fn value(input: ParseStream<'_>) -> Result<LitStr> {
    input.parse::<Token![=]>()?;
    input.parse()
}

/// Reads `id = "The user", tokenId = "The token"`.
fn descriptions(input: ParseStream<'_>) -> Result<Vec<(Ident, LitStr)>> {
    let one = |input: ParseStream<'_>| Ok((input.parse()?, value(input)?));
    Ok(input.parse_terminated(one, Token![,])?.into_iter().collect())
}

/// Reads `200, "The booking", Booking`, and writes it as utoipa does.
fn response(input: ParseStream<'_>) -> Result<TokenStream> {
    let status: LitInt = input.parse()?;
    input.parse::<Token![,]>()?;
    let description: LitStr = input.parse()?;
    let mut written = quote! { status = #status, description = #description };
    while input.parse::<Option<Token![,]>>()?.is_some() && !input.is_empty() {
        let ahead = input.fork();
        let is_said_as_by_utoipa = ahead.parse::<Ident>().is_ok_and(|name| {
            ["content", "content_type", "headers"].contains(&name.to_string().as_str())
        });
        if is_said_as_by_utoipa {
            let name: Ident = input.parse()?;
            if input.peek(Token![=]) {
                let value = value(input)?;
                written.extend(quote! { , #name = #value });
            } else {
                let inner;
                parenthesized!(inner in input);
                let inner: TokenStream = inner.parse()?;
                written.extend(quote! { , #name(#inner) });
            }
        } else {
            let body: Type = input.parse()?;
            written.extend(quote! { , body = #body });
        }
    }
    Ok(quote! { (#written) })
}

/// `/units/{id:[0-9a-f]{24}}` -> `/units/{id}`, and of each parameter with an expression both.
fn reduced(path: &str) -> (String, Vec<(String, String)>) {
    let (mut reduced, mut expressions) = (String::new(), Vec::new());
    let mut rest = path;
    while let Some((before, parameter)) = rest.split_once('{') {
        let mut depth = 1;
        let end = parameter.find(|letter| {
            match letter {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            depth == 0
        });
        let Some((parameter, after)) = end.map(|end| parameter.split_at(end)) else { break };
        let (name, expression) = parameter.split_once(':').unwrap_or((parameter, ""));
        reduced.extend([before, "{", name, "}"]);
        if !expression.is_empty() {
            expressions.push((name.to_owned(), expression.to_owned()));
        }
        rest = &after[1..];
    }
    reduced.push_str(rest);
    (reduced, expressions)
}

#[cfg(test)]
mod tests {
    use super::reduced;

    #[test]
    fn the_document_has_the_names_of_a_path_and_the_patterns_of_its_expressions() {
        let (path, patterns) = reduced("/units/{id:[0-9a-f]{24}}/images/{file}");
        assert_eq!(path, "/units/{id}/images/{file}");
        assert_eq!(patterns, [("id".to_owned(), "[0-9a-f]{24}".to_owned())]);
        assert_eq!(reduced("/units"), ("/units".to_owned(), Vec::new()));
    }
}
