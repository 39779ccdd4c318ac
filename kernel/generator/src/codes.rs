//! The codes of currencies, languages and time zones that a new product is given.

use jiff::tz::TimeZoneDatabase;
use text::suggestions::did_you_mean;

/// The currencies of ISO 4217.
const CURRENCIES: &str = include_str!("currencies.txt");

/// The languages of ISO 639-1.
const LANGUAGES: &str = "aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee \
    el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki \
    kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc \
    oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr \
    ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu";

/// The countries and territories of ISO 3166-1.
const REGIONS: &str = "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY \
    BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE \
    GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR \
    KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI \
    NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS \
    ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW";

fn is_in(codes: &str, code: &str) -> bool {
    codes.split_whitespace().any(|one| one == code)
}

/// # Errors
/// The message for what is no currency.
pub(crate) fn check_currency(code: &str) -> Result<(), String> {
    if is_in(CURRENCIES, code) {
        return Ok(());
    }
    let upper = code.to_uppercase();
    let meant =
        if is_in(CURRENCIES, &upper) { format!("; did you mean {upper}?") } else { String::new() };
    Err(format!("\"{code}\" is no code of a currency, such as EUR{meant}"))
}

/// # Errors
/// The message for what is no time zone.
pub(crate) fn check_time_zone(name: &str) -> Result<(), String> {
    // The names of the machine may be others than those that a product has with it.
    let zones = TimeZoneDatabase::bundled();
    let names: Vec<String> = zones.available().map(|zone| zone.to_string()).collect();
    if names.iter().any(|one| one == name) {
        return Ok(());
    }
    let meant = did_you_mean(name, names.iter().map(String::as_str));
    Err(format!("\"{name}\" is no time zone, such as Europe/Berlin{meant}"))
}

/// # Errors
/// The message for what is no language with a region.
pub(crate) fn check_language(tag: &str) -> Result<(), String> {
    let wrong =
        |what: String| Err(format!("\"{tag}\" is no language and region, such as en-GB{what}"));
    let (language, region) = match tag.split('-').collect::<Vec<_>>().as_slice() {
        [language] => (*language, None),
        [language, region] => (*language, Some(*region)),
        [language, script, region] if is_script(script) => (*language, Some(*region)),
        _ => return wrong(String::new()),
    };
    if !is_in(LANGUAGES, language) {
        return wrong(format!(": there is no language {language}"));
    }
    match region.filter(|region| !is_in(REGIONS, region)) {
        Some(region) => wrong(format!(": there is no region {region}")),
        None => Ok(()),
    }
}

/// Returns whether a part of a tag is a script: `Hant`.
fn is_script(part: &str) -> bool {
    part.len() == 4 && part.bytes().all(|byte| byte.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_known_is_refused_with_what_is_near() {
        for (check, code, message) in [
            (
                check_currency as fn(&str) -> Result<(), String>,
                "eur",
                "\"eur\" is no code of a currency, such as EUR; did you mean EUR?",
            ),
            (check_currency, "XYZ", "\"XYZ\" is no code of a currency, such as EUR"),
            (
                check_time_zone,
                "Europe/Berlim",
                "\"Europe/Berlim\" is no time zone, such as Europe/Berlin; did you mean Europe/Berlin?",
            ),
            (
                check_language,
                "xx-DE",
                "\"xx-DE\" is no language and region, such as en-GB: there is no language xx",
            ),
            (
                check_language,
                "en-UK",
                "\"en-UK\" is no language and region, such as en-GB: there is no region UK",
            ),
            (
                check_language,
                "en_GB",
                "\"en_GB\" is no language and region, such as en-GB: there is no language en_GB",
            ),
        ] {
            assert_eq!(check(code), Err(message.to_owned()));
        }
        for (check, code) in [
            (check_currency as fn(&str) -> Result<(), String>, "CHF"),
            (check_time_zone, "Europe/Zurich"),
            (check_time_zone, "UTC"),
            (check_language, "de-CH"),
            (check_language, "zh-Hant-TW"),
        ] {
            assert_eq!(check(code), Ok(()));
        }
    }
}
