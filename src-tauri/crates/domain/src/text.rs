//! Limits of the texts people and programs hand in (product.md, section 8). Lengths are counted in
//! code points; a text that is too long is refused, and only error sentences are ever shortened.

use crate::Invalid;

/// Longest name, in code points.
pub const NAME_LIMIT: usize = 120;
/// Longest instruction, in code points.
pub const INSTRUCTION_LIMIT: usize = 2_000;
/// Longest JSON input, in bytes.
pub const INPUT_LIMIT: usize = 64 * 1024;
/// Longest error sentence, in code points.
pub const ERROR_LIMIT: usize = 400;
/// Longest error detail, in bytes.
pub const DETAIL_LIMIT: usize = 16 * 1024;

/// A name of 1 to 120 code points, trimmed.
pub fn name(field: &str, text: &str) -> Result<String, Invalid> {
    within(field, text.trim(), 1, NAME_LIMIT)
}

/// An instruction of 1 to 2,000 code points, trimmed.
pub fn instruction(text: &str) -> Result<String, Invalid> {
    within("instruction", text.trim(), 1, INSTRUCTION_LIMIT)
}

/// A pause reason of at most 400 code points, trimmed; empty means none was given.
pub fn reason(text: &str) -> Result<String, Invalid> {
    within("reason", text.trim(), 0, 400)
}

/// JSON of at most 64 KiB, returned as it was written: big integers and `4.50` stay as they are.
pub fn input(text: &str) -> Result<String, Invalid> {
    if text.len() > INPUT_LIMIT {
        return Err(Invalid::new(
            "input",
            format!(
                "The input is {} bytes long. At most {INPUT_LIMIT} bytes of JSON are accepted.",
                text.len()
            ),
        ));
    }
    match serde_json::from_str::<serde::de::IgnoredAny>(text) {
        Ok(_) => Ok(text.to_owned()),
        Err(error) => Err(Invalid::new(
            "input",
            format!(
                "The input is not JSON: line {}, column {}. Write for example {{\"key\": \"value\"}}.",
                error.line(),
                error.column()
            ),
        )),
    }
}

/// The first `ERROR_LIMIT` code points of an error sentence.
pub fn error_sentence(text: &str) -> String {
    text.chars().take(ERROR_LIMIT).collect()
}

/// The first `DETAIL_LIMIT` bytes of an error's detail, never cut inside a code point.
pub fn error_detail(text: &str) -> String {
    let mut end = text.len().min(DETAIL_LIMIT);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text[..end].to_owned()
}

fn within(field: &str, text: &str, low: usize, high: usize) -> Result<String, Invalid> {
    let length = text.chars().count();
    if length < low {
        return Err(Invalid::new(
            field,
            format!("The {field} is empty. Write 1 to {high} characters."),
        ));
    }
    if length > high {
        return Err(Invalid::new(
            field,
            format!("The {field} has {length} characters. At most {high} are accepted."),
        ));
    }
    if text.contains('\0') {
        return Err(Invalid::new(
            field,
            format!("The {field} holds a NUL character, which PostgreSQL cannot store. Remove it."),
        ));
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_code_points_after_trimming() {
        assert_eq!(
            name("name", &format!(" {} ", "é".repeat(120)))
                .unwrap()
                .chars()
                .count(),
            120
        );
        let refused = name("name", &"é".repeat(121)).unwrap_err();
        assert_eq!(
            refused.message,
            "The name has 121 characters. At most 120 are accepted."
        );
        assert!(name("name", " \t ").is_err());
    }

    #[test]
    fn input_keeps_its_digits_and_says_where_it_breaks() {
        let exact = r#"{"id": 9007199254740993, "price": 4.50}"#;
        assert_eq!(input(exact).unwrap(), exact);
        assert!(
            input("{\n  oops }")
                .unwrap_err()
                .message
                .contains("line 2, column 3")
        );
    }

    #[test]
    fn errors_are_cut_between_code_points() {
        assert_eq!(
            error_sentence(&"é".repeat(500)).chars().count(),
            ERROR_LIMIT
        );
        assert!(error_detail(&format!("a{}", "é".repeat(20_000))).len() <= DETAIL_LIMIT);
    }
}
