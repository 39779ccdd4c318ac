//! The actor of a request: the only part of sign-in that modules see.

use std::net::IpAddr;
use std::sync::Arc;

use actix_web::HttpMessage;
use actix_web::http::Method;

use crate::base::error::{Error, Result};
use crate::base::from_request::from_request;
use crate::base::id::Id;
use crate::engine::policy::{
    ADMIN_ROLE, Access, DEFAULT_ROLE, Permission, Policy, REQUIRE, ResourcePermission,
    SECOND_FACTOR, UserAttributes, UserValues,
};

/// Names the table of accounts in commit notifications.
pub(crate) const ACCOUNTS: &str = "accounts";

/// The action of who sees with another user's eyes.
pub(crate) const VIEW_AS: &str = "view-as";

/// Returned for a request that would write while its sender views as another user.
pub(crate) const ONLY_VIEWING: &str =
    "You are viewing as another user, and can only look. End the view to change something";

const VIEW_ENDED: &str = "You may no longer view as this user";

/// Returned for a request without a valid session or token.
pub(crate) const SIGN_IN_FIRST: &str = "Sign in first";

const NOT_BY_TOKEN: &str = "An API token cannot change passwords, tokens or sign-ins, nor make administrators. Sign in yourself to do this";

/// The account on whose behalf a request is made.
///
/// A handler takes it as an argument. It is available on every operation that is not public.
#[derive(Clone, Debug, PartialEq)]
pub struct Actor {
    /// The account.
    pub id: Id,
    /// First and last name.
    pub name: String,
    /// The e-mail address.
    pub email: String,
    /// The roles, at least one, each known to the policy.
    pub roles: Vec<String>,
    /// What rules compare with.
    pub(crate) attributes: Arc<UserAttributes>,
    /// The roles that the actor may give to other accounts and remove from them: its own and all
    /// roles that these inherit. Computed for requests that write, empty for others.
    pub(crate) holds: Vec<String>,
    /// The session of the request. `None` at the command line, and for requests with an API token
    /// or with a token of an identity provider.
    pub session: Option<Id>,
    /// Whether that session began with a second factor.
    pub(crate) second_factor: bool,
    /// Whether the public URL allows passkeys, by which the actor could confirm to be there.
    pub(crate) passkeys: bool,
    /// Whether the settings allow that the actor has webhooks lead to private addresses.
    pub(crate) webhooks_to_private: bool,
    /// The permissions of the API token, when the request has one: an upper limit on those of the
    /// roles.
    pub(crate) scope: Option<Arc<Scope>>,
    /// What the rules of the roles leave of what the permissions allow.
    pub(crate) access: Arc<Access>,
    /// Who sees with the actor's eyes, and may only read; `None` for the actor's own requests.
    pub(crate) viewed_by: Option<Arc<Viewer>>,
    /// The request id, as in `X-Request-Id`; `None` at the command line.
    pub request: Option<Id>,
    /// The address of the client; `None` at the command line.
    pub(crate) address: Option<IpAddr>,
}

/// Who views as another user.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Viewer {
    pub(crate) id: Id,
    /// First and last name.
    pub(crate) name: String,
    /// The roles, at least one.
    pub(crate) roles: Vec<String>,
}

/// The identifier of a request, among its extensions.
pub(crate) struct RequestId(pub(crate) Id);

impl Actor {
    /// The operator at the server's command line: no account, and allowed everything.
    pub(crate) fn operator() -> Self {
        Self {
            id: Id::nil(),
            name: "Operator".into(),
            email: String::new(),
            roles: Vec::new(),
            attributes: Arc::default(),
            holds: vec![ADMIN_ROLE.to_owned()],
            session: None,
            second_factor: false,
            passkeys: false,
            // What is sent is checked again, whatever address was stored.
            webhooks_to_private: true,
            scope: None,
            access: Arc::default(),
            viewed_by: None,
            request: None,
            address: None,
        }
    }

    /// The owner of an account with these roles, in no session.
    pub(crate) fn of_account(id: Id, name: String, email: String, roles: Vec<String>) -> Self {
        Self { id, name, email, roles, holds: Vec::new(), ..Self::operator() }
    }

    /// The actor of a request without a session or token.
    pub(crate) fn visitor() -> Self {
        Self { id: Id::stranger(), name: "Visitor".into(), holds: Vec::new(), ..Self::operator() }
    }

    /// Returns whether the scope of the API token, if there is one, allows `action` on `resource`.
    pub(crate) fn may_at_most(&self, resource: &str, action: &str) -> bool {
        self.scope.as_ref().is_none_or(|scope| scope.allows(resource, action))
    }

    /// Returns whether the actor may give and remove this role: the actor has the role, every
    /// account has it, or the actor is an administrator.
    pub(crate) fn holds_role(&self, role: &str) -> bool {
        role == DEFAULT_ROLE || self.holds.iter().any(|held| held == role || held == ADMIN_ROLE)
    }

    /// Fails with a 403 for a request with an API token, whatever its scope: only a signed-in user
    /// changes credentials.
    pub(crate) fn in_person(&self) -> Result<()> {
        match self.scope {
            None => Ok(()),
            Some(_) => Err(Error::Refused(NOT_BY_TOKEN)),
        }
    }

    /// Returns whether the policy allows the actor `action` on `resource`, within the scope of the
    /// API token, if there is one. The operator may do everything.
    pub(crate) fn may(&self, policy: &Policy, resource: &str, action: &str) -> bool {
        self.is_operator()
            || policy.allows(&self.roles, resource, action) && self.may_at_most(resource, action)
    }

    /// Returns the actor with the rules of this action in place of those of changes, where no rule gives these.
    pub(crate) fn changing_by(&self, action: &str) -> Self {
        match self.access.is_empty() {
            true => self.clone(),
            false => Self { access: Arc::new(self.access.changing_by(action)), ..self.clone() },
        }
    }

    /// Fails for what the viewer may not do who sees with the actor's eyes, if there is one. `accounts` is the resource that
    /// shows accounts.
    ///
    /// # Errors
    /// 403 for all but reading; 401 when the viewer lost the right to view as the actor.
    pub(crate) fn check_viewer(
        &self,
        policy: &Policy,
        accounts: Option<&str>,
        method: &Method,
    ) -> Result<()> {
        let Some(viewer) = &self.viewed_by else { return Ok(()) };
        let holds = policy.with_inherited(&viewer.roles);
        let as_viewer = Self { holds, ..Self::operator() };
        let may_view =
            accounts.is_some_and(|accounts| policy.allows(&viewer.roles, accounts, VIEW_AS));
        if !may_view || !self.roles.iter().all(|role| as_viewer.holds_role(role)) {
            return Err(Error::Unauthenticated(VIEW_ENDED));
        }
        match *method {
            Method::GET | Method::HEAD => Ok(()),
            _ => Err(Error::Refused(ONLY_VIEWING)),
        }
    }

    /// Returns whether the policy requires a second factor of the actor's roles.
    pub(crate) fn must_have_second_factor(&self, policy: &Policy) -> bool {
        policy.allows(&self.roles, SECOND_FACTOR, REQUIRE)
    }

    /// Returns whether the policy requires a second factor that the actor's session did not begin
    /// with. An API token was created by its owner, and a program has no second factor.
    pub(crate) fn lacks_second_factor(&self, policy: &Policy) -> bool {
        !self.second_factor && self.scope.is_none() && self.must_have_second_factor(policy)
    }

    /// Lists all permissions of the actor: each `resource` with its actions.
    pub(crate) fn permissions(&self, policy: &Policy) -> Vec<Permission> {
        let allowed = policy.pairs(&self.roles).into_iter().filter_map(|(resource, actions)| {
            let actions: Vec<String> =
                actions.into_iter().filter(|action| self.may_at_most(&resource, action)).collect();
            (!actions.is_empty()).then_some(Permission { resource, actions })
        });
        allowed.collect()
    }

    /// Lists all permissions of the actor, with what rules leave of each.
    pub(crate) fn resource_permissions(&self, policy: &Policy) -> Vec<ResourcePermission> {
        let permissions = self.permissions(policy).into_iter();
        let narrowed = permissions
            .map(|Permission { resource, actions }| self.access.permission(resource, actions));
        narrowed.collect()
    }

    /// Returns what rules compare with.
    pub(crate) fn values(&self) -> UserValues {
        UserValues {
            id: self.id.to_string(),
            email: self.email.clone(),
            roles: self.roles.clone(),
            attributes: UserAttributes::clone(&self.attributes),
        }
    }

    pub(crate) fn is_operator(&self) -> bool {
        self.id == Id::nil()
    }
}

from_request!(Actor, |request| {
    let actor = request.extensions().get::<Actor>().cloned();
    actor.ok_or(Error::Unauthenticated(SIGN_IN_FIRST))
});

/// An actor that signed in and did not use an API token, for operations that API tokens must not
/// perform.
pub(crate) struct InPerson(pub(crate) Actor);

from_request!(InPerson, |request| {
    let actor = Actor::extract(request).into_inner()?;
    actor.in_person().map(|()| Self(actor))
});

/// The scope of an API token: all permissions of its owner, or some of them.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Scope(pub(crate) Option<Vec<Permission>>);

impl Scope {
    /// Returns whether the scope is narrower than the permissions of the owner.
    pub(crate) fn is_narrow(&self) -> bool {
        self.0.is_some()
    }

    /// Returns whether the scope allows `action` on `resource`.
    pub(crate) fn allows(&self, resource: &str, action: &str) -> bool {
        self.0.as_ref().is_none_or(|permissions| {
            permissions.iter().any(|permission| {
                permission.resource == resource
                    && permission.actions.iter().any(|known| known == action)
            })
        })
    }
}
