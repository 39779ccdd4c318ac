//! The natural sort order of unit numbers: `A-2` before `A-10`, ignoring case.

/// Returns a text whose byte order is the order of unit numbers: lower case, and each run of digits
/// without leading zeros and preceded by its length.
pub(crate) fn natural_order(number: &str) -> String {
    let mut order = String::with_capacity(number.len() + 8);
    let mut digits = String::new();
    for letter in number.to_lowercase().chars() {
        match digit(letter) {
            Some(digit) => digits.push(digit),
            None => {
                close(&mut order, &mut digits);
                order.push(letter);
            }
        }
    }
    close(&mut order, &mut digits);
    order
}

/// Returns the Western digit; Arabic-Indic digits are the same numbers.
fn digit(letter: char) -> Option<char> {
    let value = match letter {
        '0'..='9' => return Some(letter),
        '٠'..='٩' => letter as u32 - '٠' as u32,
        '۰'..='۹' => letter as u32 - '۰' as u32,
        _ => return None,
    };
    char::from_digit(value, 10)
}

fn close(order: &mut String, digits: &mut String) {
    if !digits.is_empty() {
        let significant = digits.trim_start_matches('0');
        order.push_str(&format!("{:03}{significant}", significant.len()));
        digits.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::natural_order;

    #[test]
    fn numbers_inside_count_as_numbers() {
        let sorted = ["1", "2", "10", "a-2", "A-10", "A-10B", "a-100", "B-1", "b-٣", "B-20"];
        let mut shuffled = sorted;
        shuffled.reverse();
        shuffled.sort_by_key(|number| natural_order(number));
        assert_eq!(shuffled, sorted);
    }

    #[test]
    fn leading_zeros_do_not_count() {
        assert_eq!(natural_order("A-007"), natural_order("a-7"));
        assert!(natural_order("A-0") < natural_order("A-1"));
    }
}
