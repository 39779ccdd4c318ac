//! Tests of sessions from sign-in to their end, on a real database.

use std::time::{Duration, Instant};

use actix_web::http::header::{AUTHORIZATION, HeaderMap, HeaderValue};
use diesel::connection::SimpleConnection;
use tempfile::TempDir;

use super::attempts::ClientOrigin;
use super::sessions::Granted;
use super::sign_in::FirstStep;
use super::testing::{config, new_account, test_app};
use super::*;

const EMAIL: &str = "mona@example.com";
const PASSWORD: &str = "mizan-demo";

async fn app_with_mona() -> (Auth, Id, TempDir) {
    let (auth, folder) = test_app().await;
    let id = auth.create_account(new_account(EMAIL)).await.unwrap();
    (auth, id, folder)
}

async fn sign_in(auth: &Auth) -> Granted {
    let signed_in = auth.sign_in(EMAIL.into(), PASSWORD.into(), ClientOrigin::default()).await;
    match signed_in.unwrap() {
        FirstStep::Done(granted) => *granted,
        FirstStep::Due(_) => panic!("the account has no second factor"),
    }
}

fn headers(authorization: &str) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(AUTHORIZATION, HeaderValue::from_str(authorization).unwrap());
    headers
}

fn bearing(auth: &Auth, granted: &Granted) -> HeaderMap {
    let (token, _) =
        auth.access_token(&granted.account.id, &granted.session, Timestamp::now()).unwrap();
    headers(&format!("Bearer {token}"))
}

fn outcome<T>(result: Result<T>) -> String {
    match result {
        Ok(_) => "granted".into(),
        Err(Error::Unauthenticated(message)) => message.into(),
        Err(other) => format!("{other:?}"),
    }
}

/// The same database as another node sees it, with empty caches.
async fn other_node(auth: &Auth) -> Auth {
    let config = config("https://desk.example.com");
    Auth::start(auth.db(), &config, "Test", &auth.0.roles, &auth.0.records).await.unwrap()
}

#[actix_web::test]
async fn a_signed_in_user_is_authenticated_by_the_token() {
    let (auth, id, _folder) = app_with_mona().await;
    let granted = sign_in(&auth).await;
    let actor = auth.authenticate(&bearing(&auth, &granted)).await.unwrap();
    let mona = Actor::of_account(id, "Mona Haddad".into(), EMAIL.into(), vec!["user".into()]);
    let session = Some(granted.session);
    let expected = Actor { session, passkeys: true, webhooks_to_private: false, ..mona };
    assert_eq!(actor, expected);
}

#[actix_web::test]
async fn a_token_has_to_be_a_bearer_token() {
    let (auth, id, _folder) = app_with_mona().await;
    let granted = sign_in(&auth).await;
    let (token, _) = auth.access_token(&id, &granted.session, Timestamp::now()).unwrap();
    assert_eq!(outcome(auth.authenticate(&HeaderMap::new()).await), SIGN_IN_FIRST);
    for (text, expected) in [
        (format!("Bearer {token}"), "granted"),
        (format!("bearer  {token}"), "granted"),
        (token.clone(), BAD_TOKEN),
        (format!("Basic {token}"), BAD_TOKEN),
        ("Bearer".into(), BAD_TOKEN),
        ("Bearer ".into(), BAD_TOKEN),
    ] {
        assert_eq!(outcome(auth.authenticate(&headers(&text)).await), expected, "{text}");
    }
}

#[actix_web::test]
async fn an_old_token_is_refused_and_says_why() {
    let (auth, id, _folder) = app_with_mona().await;
    let granted = sign_in(&auth).await;
    let an_hour_ago = Timestamp::now().plus_seconds(-3600);
    let (token, _) = auth.access_token(&id, &granted.session, an_hour_ago).unwrap();
    let answer = auth.authenticate(&headers(&format!("Bearer {token}"))).await;
    assert_eq!(outcome(answer), "This sign-in has expired. Sign in again");
}

#[actix_web::test]
async fn a_session_of_another_user_is_rejected() {
    let (auth, _, _folder) = app_with_mona().await;
    let granted = sign_in(&auth).await;
    for (account, session) in
        [(Id::new(), granted.session.clone()), (granted.account.id.clone(), Id::new())]
    {
        let (token, _) = auth.access_token(&account, &session, Timestamp::now()).unwrap();
        let answer = auth.authenticate(&headers(&format!("Bearer {token}"))).await;
        assert_eq!(outcome(answer), SESSION_ENDED);
    }
}

#[actix_web::test]
async fn without_the_password_no_response_reveals_anything() {
    let (auth, id, _folder) = app_with_mona().await;
    let without_password = auth.create_account(new_account("new@example.com")).await.unwrap();
    auth.db()
        .write(move |conn| {
            let sql =
                format!("UPDATE accounts SET password_hash = NULL WHERE id = '{without_password}'");
            Ok(conn.batch_execute(&sql)?)
        })
        .await
        .unwrap();
    let tries = [
        (EMAIL, "wrong", WRONG_PASSWORD, WRONG_PASSWORD),
        (EMAIL, "", WRONG_PASSWORD, WRONG_PASSWORD),
        ("nobody@example.com", PASSWORD, WRONG_PASSWORD, WRONG_PASSWORD),
        ("new@example.com", PASSWORD, WRONG_PASSWORD, WRONG_PASSWORD),
        ("new@example.com", "", WRONG_PASSWORD, WRONG_PASSWORD),
        ("Mona@Example.com", PASSWORD, "granted", LOCKED),
        (EMAIL, PASSWORD, "granted", LOCKED),
    ];
    for (email, password, expected, _) in tries {
        let answer = auth.sign_in(email.into(), password.into(), ClientOrigin::default()).await;
        assert_eq!(outcome(answer), expected, "{email} {password}");
    }
    auth.lock_account(&id).await.unwrap();
    for (email, password, _, expected) in tries {
        let answer = auth.sign_in(email.into(), password.into(), ClientOrigin::default()).await;
        assert_eq!(outcome(answer), expected, "locked: {email} {password}");
    }
}

#[actix_web::test]
async fn a_refresh_token_is_valid_until_its_successor_has_been_used() {
    let (auth, _, _folder) = app_with_mona().await;
    let first = sign_in(&auth).await.refresh_token;
    let second = auth.refresh_session(&first, Default::default()).await.unwrap().refresh_token;
    let again = auth.refresh_session(&first, Default::default()).await.unwrap().refresh_token;
    assert_eq!(second, again);
    let third = auth.refresh_session(&second, Default::default()).await.unwrap();
    assert_ne!(third.refresh_token, second);
    let tokens = bearing(&auth, &third);
    assert!(auth.authenticate(&tokens).await.is_ok());

    assert_eq!(outcome(auth.refresh_session(&first, Default::default()).await), SESSION_ENDED);
    assert_eq!(outcome(auth.authenticate(&tokens).await), SESSION_ENDED);
    assert_eq!(
        outcome(auth.refresh_session(&third.refresh_token, Default::default()).await),
        SESSION_ENDED
    );
    assert_eq!(
        outcome(other_node(&auth).await.refresh_session(&second, Default::default()).await),
        SESSION_ENDED
    );
}

#[actix_web::test]
async fn tabs_that_refresh_at_once_get_the_same_successor() {
    let (auth, _, _folder) = app_with_mona().await;
    let token = sign_in(&auth).await.refresh_token;
    let (one, other) = tokio::join!(
        auth.refresh_session(&token, Default::default()),
        auth.refresh_session(&token, Default::default())
    );
    assert_eq!(one.unwrap().refresh_token, other.unwrap().refresh_token);
}

#[actix_web::test]
async fn a_forged_refresh_token_leaves_the_session_alone() {
    let (auth, _, _folder) = app_with_mona().await;
    let granted = sign_in(&auth).await;
    let good = granted.refresh_token.clone();
    let code = good.rsplit('.').next().unwrap();
    for forged in
        ["", "x", &format!("{}.0.{code}", granted.session), &format!("{}.1.", granted.session)]
    {
        assert_eq!(
            outcome(auth.refresh_session(forged, Default::default()).await),
            BAD_TOKEN,
            "{forged}"
        );
    }
    assert!(auth.refresh_session(&good, Default::default()).await.is_ok());
}

#[actix_web::test]
async fn a_session_ends_a_month_after_its_last_use_and_three_after_its_beginning() {
    let (auth, _, _folder) = app_with_mona().await;
    let granted = sign_in(&auth).await;
    let day = 24 * 60 * 60;
    let days_left =
        |granted: &Granted| (granted.expires_at.seconds() - Timestamp::now().seconds() + 60) / day;
    assert_eq!(days_left(&granted), 30);
    // Time passes by moving the start of the session into the past.
    for (began_days_ago, expected) in [(59, 30), (80, 10)] {
        let session = granted.session.clone();
        let token = auth
            .db()
            .write(move |conn| {
                let mut row = queries::session_for_update(conn, &session)?.unwrap();
                queries::delete_expired_sessions(
                    conn,
                    &row.account_id,
                    Timestamp::now().plus_seconds(365 * day),
                )?;
                row.created_at = Timestamp::now().plus_seconds(-began_days_ago * day);
                queries::insert_session(conn, &row)?;
                Ok(refresh::token(&row.id, &row.secret, row.used + 1))
            })
            .await
            .unwrap();
        assert_eq!(
            days_left(&auth.refresh_session(&token, Default::default()).await.unwrap()),
            expected
        );
    }
    let session = granted.session.clone();
    let token = auth
        .db()
        .write(move |conn| {
            let row = queries::session_for_update(conn, &session)?.unwrap();
            let past = Timestamp::now().plus_seconds(-1);
            queries::set_used(conn, &session, row.used, past, past)?;
            Ok(refresh::token(&row.id, &row.secret, row.used + 1))
        })
        .await
        .unwrap();
    assert_eq!(outcome(auth.refresh_session(&token, Default::default()).await), SESSION_ENDED);
    let tokens = bearing(&auth, &granted);
    assert_eq!(outcome(auth.authenticate(&tokens).await), SESSION_ENDED);
}

#[actix_web::test]
async fn signing_out_ends_this_session_and_everywhere_all_of_them() {
    let (auth, _, _folder) = app_with_mona().await;
    let (phone, laptop, tablet) =
        (sign_in(&auth).await, sign_in(&auth).await, sign_in(&auth).await);
    let works = async |granted: &Granted| auth.authenticate(&bearing(&auth, granted)).await.is_ok();
    assert!(works(&phone).await && works(&laptop).await && works(&tablet).await);

    auth.sign_out(Some(&phone.refresh_token), false, Default::default()).await.unwrap();
    assert!(!works(&phone).await && works(&laptop).await && works(&tablet).await);

    // Again, and without or with a wrong token, there is nothing to end.
    for token in [Some(phone.refresh_token.as_str()), Some("x"), None] {
        auth.sign_out(token, false, Default::default()).await.unwrap();
    }
    assert_eq!(
        outcome(auth.sign_out(Some(&phone.refresh_token), true, Default::default()).await),
        SESSION_ENDED
    );
    assert_eq!(outcome(auth.sign_out(None, true, Default::default()).await), SIGN_IN_FIRST);
    assert!(works(&laptop).await && works(&tablet).await);

    auth.sign_out(Some(&laptop.refresh_token), true, Default::default()).await.unwrap();
    assert!(!works(&laptop).await && !works(&tablet).await);
}

#[actix_web::test]
async fn a_lock_ends_everything_at_once() {
    let (auth, id, _folder) = app_with_mona().await;
    let granted = sign_in(&auth).await;
    let tokens = bearing(&auth, &granted);
    assert!(auth.authenticate(&tokens).await.is_ok());
    auth.lock_account(&id).await.unwrap();
    assert_eq!(outcome(auth.authenticate(&tokens).await), LOCKED);
    assert_eq!(outcome(other_node(&auth).await.authenticate(&tokens).await), LOCKED);
    assert_eq!(
        outcome(auth.refresh_session(&granted.refresh_token, Default::default()).await),
        SESSION_ENDED
    );
    assert_eq!(outcome(auth.lock_account(&Id::new()).await), "NotFound");
}

#[actix_web::test]
async fn a_lock_takes_effect_even_when_the_caller_stopped_waiting() {
    let (auth, id, _folder) = app_with_mona().await;
    let tokens = bearing(&auth, &sign_in(&auth).await);
    assert!(auth.authenticate(&tokens).await.is_ok());
    // Requested, begun, and abandoned at once.
    let mut locking = Box::pin(auth.lock_account(&id));
    std::future::poll_fn(|context| {
        let _ = locking.as_mut().poll(context);
        std::task::Poll::Ready(())
    })
    .await;
    drop(locking);
    let deadline = Instant::now() + Duration::from_secs(20);
    while auth.authenticate(&tokens).await.is_ok() {
        assert!(Instant::now() < deadline, "the account is not locked");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[actix_web::test]
async fn another_password_ends_the_other_sessions() {
    let (auth, _, _folder) = app_with_mona().await;
    let (here, there) = (sign_in(&auth).await, sign_in(&auth).await);
    let actor = auth.authenticate(&bearing(&auth, &here)).await.unwrap();
    assert!(auth.authenticate(&bearing(&auth, &there)).await.is_ok());

    let wrong = auth
        .change_password(&actor, "wrong".into(), "another one".into(), ClientOrigin::default())
        .await;
    let Err(Error::Invalid(errors)) = wrong else { panic!("another refusal was expected") };
    assert_eq!(errors[0].pointer, "/currentPassword");
    assert_eq!(errors[0].message, WRONG_CURRENT_PASSWORD);

    auth.change_password(&actor, PASSWORD.into(), "another one".into(), ClientOrigin::default())
        .await
        .unwrap();
    assert!(auth.authenticate(&bearing(&auth, &here)).await.is_ok());
    assert_eq!(outcome(auth.authenticate(&bearing(&auth, &there)).await), SESSION_ENDED);
    assert_eq!(
        outcome(auth.sign_in(EMAIL.into(), PASSWORD.into(), ClientOrigin::default()).await),
        WRONG_PASSWORD
    );
    assert!(
        auth.sign_in(EMAIL.into(), "another one".into(), ClientOrigin::default()).await.is_ok()
    );
}

#[actix_web::test]
async fn roles_that_are_not_known_any_more_are_dropped() {
    let (auth, _folder) = test_app().await;
    for (given, expected) in [
        (&["admin", "user"][..], &["admin", "user"][..]),
        (&["admin", "gone"], &["admin"]),
        (&["gone"], &["user"]),
        (&[], &["user"]),
    ] {
        let given = given.iter().map(|role| (*role).to_owned()).collect();
        assert_eq!(auth.effective(given), expected);
    }
}
