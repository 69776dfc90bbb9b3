//! `NAME = value`, where quotes keep blanks and nothing is expanded.

use super::BLANKS;

/// A variable and its value, without the quotes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Assignment<'a> {
    pub(super) name: &'a str,
    pub(super) value: &'a str,
}

/// `None` where the line is no assignment; a sentence where it is one that cannot be read.
pub(super) fn parse(line: &str) -> Option<Result<Assignment<'_>, String>> {
    let (name, rest) = name(line)?;
    let value = rest.trim_start_matches(BLANKS).strip_prefix('=')?;
    let value = unquoted(name, value.trim_matches(BLANKS));
    Some(value.map(|value| Assignment { name, value }))
}

fn name(line: &str) -> Option<(&str, &str)> {
    let (name, rest) = match line.chars().next()? {
        quote @ ('"' | '\'') => line[1..].split_once(quote)?,
        _ => {
            let end = line.find(|c: char| !c.is_ascii_alphanumeric() && c != '_')?;
            line.split_at(end)
        }
    };
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    is_name.then_some((name, rest))
}

fn unquoted<'a>(name: &str, value: &'a str) -> Result<&'a str, String> {
    let Some(quote) = value.chars().next().filter(|c| matches!(c, '"' | '\'')) else {
        return Ok(value);
    };
    match value[1..].split_once(quote) {
        Some((inner, "")) => Ok(inner),
        Some(_) => Err(format!(
            "The value of {name} goes on behind its closing quote: put quotes around all of it."
        )),
        None => Err(format!(
            "The value of {name} begins with a quote that is never closed: write the closing one."
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_quotes_and_dollars_are_read_as_cron_does() {
        for (line, name, value) in [
            ("PATH=/usr/bin:/bin", "PATH", "/usr/bin:/bin"),
            ("PATH = $HOME/bin", "PATH", "$HOME/bin"),
            ("GREETING='  good day '", "GREETING", "  good day "),
            ("GREETING\t=\t\"it's\"", "GREETING", "it's"),
            ("\"QUOTED\" = 1", "QUOTED", "1"),
            ("MAILTO=", "MAILTO", ""),
            ("MAILTO=\"\"", "MAILTO", ""),
            ("OPTIONS=--level=3 --fast", "OPTIONS", "--level=3 --fast"),
        ] {
            assert_eq!(parse(line), Some(Ok(Assignment { name, value })), "{line}");
        }
    }

    #[test]
    fn what_only_looks_like_one_is_a_job() {
        for line in [
            "0 9 * * * FOO=bar run",
            "@daily FOO=bar run",
            "*/5 * * * * run",
            "FOO",
            "=x",
        ] {
            assert_eq!(parse(line), None, "{line}");
        }
    }

    #[test]
    fn quotes_that_do_not_fit_are_said() {
        for (line, says) in [
            ("A=\"x", "never closed"),
            ("A=\"x\" y", "behind its closing quote"),
        ] {
            let refused = parse(line).unwrap().unwrap_err();
            assert!(refused.contains(says), "{refused}");
        }
    }
}
