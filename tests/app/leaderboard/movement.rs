//! Movement: the rank of an estimator at the end of last week.

use kernel::testing::TestApp;
use serde_json::{Value, json};

use crate::PRODUCT;
use crate::past_weeks::{PastWeeks, frozen, monday};

/// Returns the name, the rank and the previous rank of each line of a leaderboard.
fn moves(board: &Value) -> Vec<(String, i64, Option<i64>)> {
    let of = |item: &Value| {
        let before = item.get("previousRank").map(|rank| rank.as_i64().unwrap());
        (item["name"].as_str().unwrap().to_owned(), item["rank"].as_i64().unwrap(), before)
    };
    board["items"].as_array().unwrap().iter().map(of).collect()
}

#[actix_web::test]
async fn ranks_of_the_open_week_are_compared_with_last_weeks() {
    let app = TestApp::of(&PRODUCT).await;
    let mut past = PastWeeks::prepare(&app).await;
    // Last week Amal is nearest, Badr is not, and Huda has no estimate.
    for (person, rent) in [(0, 100_000), (1, 130_000), (2, 100_000), (3, 100_000)] {
        past.submit(person, &[(0, rent)], -1).await;
    }
    for person in [1, 4] {
        past.submit(person, &[(1, 90_000)], 0).await;
    }
    // Last week has not been requested yet: this request freezes it.
    let week = past.board("week").await;
    assert_eq!(frozen(&app), [monday(-1).day()]);
    let badr_and_huda =
        [("Badr Haddad".to_owned(), 1, Some(4)), ("Huda Haddad".to_owned(), 1, None)];
    assert_eq!(moves(&week), badr_and_huda);
    // The period of all weeks includes estimators without an estimate in this one.
    let all = moves(&past.board("all").await);
    let of = |name: &str| all.iter().find(|(own, ..)| own == name).unwrap().2;
    assert_eq!((of("Amal Haddad"), of("Badr Haddad"), of("Huda Haddad")), (Some(1), Some(4), None));
}

#[actix_web::test]
async fn first_week_has_no_previous_ranks() {
    let app = TestApp::of(&PRODUCT).await;
    let mut past = PastWeeks::prepare(&app).await;
    past.submit(0, &[(0, 100_000)], 0).await;
    for period in ["week", "month", "all"] {
        for item in past.board(period).await["items"].as_array().unwrap() {
            assert_eq!(item.get("previousRank"), None, "{period}");
        }
    }
    assert_eq!(frozen(&app), []);
}

#[actix_web::test]
async fn week_without_estimates_has_no_ranks() {
    let app = TestApp::of(&PRODUCT).await;
    let mut past = PastWeeks::prepare(&app).await;
    past.submit(0, &[(0, 100_000)], -2).await;
    past.submit(0, &[(0, 110_000)], 0).await;
    assert_eq!(moves(&past.board("week").await), [("Amal Haddad".to_owned(), 1, None)]);
    assert_eq!(moves(&past.board("all").await), [("Amal Haddad".to_owned(), 1, Some(1))]);
    assert_eq!(past.board("week").await["provisional"], json!(true));
}
