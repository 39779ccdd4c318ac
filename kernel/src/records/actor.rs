//! Who is asking: the one thing about sign-in that modules get to see.

use std::future::{Ready, ready};
use std::sync::Arc;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpMessage, HttpRequest};

use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::engine::policy::{ADMIN_ROLE, DEFAULT_ROLE, Permission, Policy};

/// The table of accounts, as changes of them are announced.
pub(crate) const ACCOUNTS: &str = "accounts";

/// The message for a request that nobody has signed in for.
pub(crate) const SIGN_IN_FIRST: &str = "Sign in first";

const NOT_BY_TOKEN: &str =
    "An API token cannot change passwords, tokens or sign-ins. Sign in yourself to do this";

/// The person on whose behalf a request is made.
///
/// A handler takes it as an argument; it is there on every operation that is not public.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actor {
    /// The account.
    pub id: Id,
    /// First and last name.
    pub name: String,
    /// The e-mail address.
    pub email: String,
    /// The roles, at least one, each known to the policy.
    pub roles: Vec<String>,
    /// Lists the roles that the actor may give to others and take from them: its own and all that
    /// these inherit. Filled in where something is written, empty elsewhere.
    pub(crate) holds: Vec<String>,
    /// The session that the request belongs to; none at the command line, and none when it comes
    /// with a token that somebody else gave out, or one for programs.
    pub session: Option<Id>,
    /// What it may do at most, when it comes with a token for programs.
    pub(crate) scope: Option<Arc<Scope>>,
    /// The request, as it stands in `X-Request-Id`; none at the command line.
    pub request: Option<Id>,
}

impl Actor {
    /// Whoever works at the server's own command line: not a person with an account, and allowed
    /// everything.
    pub(crate) fn operator() -> Self {
        Self {
            id: Id::nobody(),
            name: "Operator".into(),
            email: String::new(),
            roles: Vec::new(),
            holds: vec![ADMIN_ROLE.to_owned()],
            session: None,
            scope: None,
            request: None,
        }
    }

    /// Whoever asks without having signed in.
    pub(crate) fn visitor() -> Self {
        Self { id: Id::stranger(), name: "Visitor".into(), holds: Vec::new(), ..Self::operator() }
    }

    /// Whether `action` with `resource` is not beyond what it was given a token for.
    pub(crate) fn may_at_most(&self, resource: &str, action: &str) -> bool {
        self.scope.as_ref().is_none_or(|scope| scope.allows(resource, action))
    }

    /// Returns whether the actor may give this role and take it: the actor holds it, everybody does, or
    /// the actor is an administrator.
    pub(crate) fn holds_role(&self, role: &str) -> bool {
        role == DEFAULT_ROLE || self.holds.iter().any(|held| held == role || held == ADMIN_ROLE)
    }

    /// Fails with a 403 for an API token, whatever it was permitted: only a person who has signed in
    /// changes how people sign in.
    pub(crate) fn in_person(&self) -> Result<()> {
        match self.scope {
            None => Ok(()),
            Some(_) => Err(Error::Refused(NOT_BY_TOKEN)),
        }
    }

    /// Whether this is the command line and not a person.
    /// Whether the actor may do `action` with `resource` under this policy, and no narrower token was
    /// used. The operator may do everything.
    pub(crate) fn may(&self, policy: &Policy, resource: &str, action: &str) -> bool {
        self.is_operator()
            || policy.allows(&self.roles, resource, action) && self.may_at_most(resource, action)
    }

    /// All that the actor may do, as `resource` and its actions.
    pub(crate) fn permissions(&self, policy: &Policy) -> Vec<Permission> {
        let allowed = policy.pairs(&self.roles).into_iter().filter_map(|(resource, actions)| {
            let actions: Vec<String> =
                actions.into_iter().filter(|action| self.may_at_most(&resource, action)).collect();
            (!actions.is_empty()).then_some(Permission { resource, actions })
        });
        allowed.collect()
    }

    pub(crate) fn is_operator(&self) -> bool {
        self.id == Id::nobody()
    }
}

impl FromRequest for Actor {
    type Error = Error;
    type Future = Ready<Result<Self>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let actor = request.extensions().get::<Actor>().cloned();
        ready(actor.ok_or(Error::Unauthenticated(SIGN_IN_FIRST)))
    }
}

/// The person, and not a program that was given a token: for what programs must not do.
pub(crate) struct InPerson(pub(crate) Actor);

impl FromRequest for InPerson {
    type Error = Error;
    type Future = Ready<Result<Self>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let actor = Actor::from_request(request, payload).into_inner();
        ready(actor.and_then(|actor| actor.in_person().map(|()| Self(actor))))
    }
}

/// What a token may do: whatever its maker may, or only some of that.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Scope(pub(crate) Option<Vec<Permission>>);

impl Scope {
    /// Whether it is less than whatever its maker may.
    pub(crate) fn is_narrow(&self) -> bool {
        self.0.is_some()
    }

    /// Whether `action` with `resource` is not beyond it.
    pub(crate) fn allows(&self, resource: &str, action: &str) -> bool {
        self.0.as_ref().is_none_or(|permissions| {
            permissions.iter().any(|permission| {
                permission.resource == resource
                    && permission.actions.iter().any(|known| known == action)
            })
        })
    }
}
