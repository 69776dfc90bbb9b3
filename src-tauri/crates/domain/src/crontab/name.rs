//! A short name for a command: the program that does the work, with its arguments.

use super::cut;
use crate::text::NAME_LIMIT;

/// Lead up to the work, or end it.
const SILENT: [&str; 24] = [
    "[", "[[", "test", "if", "fi", "while", "until", "for", "done", "case", "esac", "}", ")", "cd",
    "echo", "printf", "exit", "true", "false", ":", "sleep", "command", "export", "umask",
];

/// Stand before a program; their own options are numbers or begin with a dash.
const WRAPPERS: [&str; 13] = [
    "then", "else", "do", "{", "(", "!", "exec", "nice", "ionice", "nohup", "time", "sudo", "env",
];

/// Of at most `NAME_LIMIT` code points, and never empty for a command that is not blank.
pub fn name_of(command: &str) -> String {
    let steps = steps(command);
    let telling = steps.iter().rev().map(|step| work(step));
    let name = telling.into_iter().find(|name| !name.is_empty());
    let whole = || command.split_whitespace().collect::<Vec<_>>().join(" ");
    cut(&name.unwrap_or_else(whole), NAME_LIMIT)
}

/// The commands of a list, each without what it is piped into.
fn steps(command: &str) -> Vec<String> {
    let mut steps = vec![String::new()];
    let mut quote = None;
    let mut is_piped = false;
    let mut before = ' ';
    let mut letters = command.chars().peekable();
    while let Some(letter) = letters.next() {
        let next = letters.peek().copied();
        let mut ends = false;
        match (quote, letter) {
            (Some(open), _) if open == letter => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(letter),
            (None, ';' | '\n') => ends = true,
            // Not that of `2>&1` or `&>`.
            (None, '&') => ends = before != '>' && next != Some('>'),
            (None, '|') => {
                ends = next == Some('|');
                is_piped |= !ends && before != '|';
            }
            _ => {}
        }
        if ends {
            steps.push(String::new());
            is_piped = false;
        } else if let Some(step) = steps.last_mut()
            && !is_piped
            && !(quote.is_none() && matches!(letter, '|'))
        {
            step.push(letter);
        }
        before = letter;
    }
    steps
}

/// The program without its folder and its arguments up to a redirection; empty where there is no
/// telling one.
fn work(step: &str) -> String {
    let mut words = step.split_whitespace().peekable();
    let mut is_wrapped = false;
    while let Some(word) = words.peek() {
        let is_option = word.starts_with('-') || word.bytes().all(|byte| byte.is_ascii_digit());
        let is_lead = WRAPPERS.contains(word) || is_assignment(word) || (is_wrapped && is_option);
        if !is_lead {
            break;
        }
        is_wrapped |= WRAPPERS.contains(word);
        words.next();
    }
    let Some(program) = words.next().filter(|word| !SILENT.contains(word)) else {
        return String::new();
    };
    let base = program.rsplit('/').next().filter(|base| !base.is_empty());
    let arguments = words.take_while(|word| !is_redirection(word));
    std::iter::once(base.unwrap_or(program))
        .chain(arguments)
        .collect::<Vec<_>>()
        .join(" ")
}

fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
    })
}

fn is_redirection(word: &str) -> bool {
    word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '&')
        .starts_with(['>', '<'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_that_works_gives_the_name() {
        for (command, name) in [
            ("/usr/local/bin/backup --all", "backup --all"),
            (
                "[ -x /usr/sbin/tidy ] && if [ ! -d /run/x ]; then /usr/sbin/tidy -q; fi",
                "tidy -q",
            ),
            ("test -e /run/x || MODE=1 /sbin/scrub -A -r", "scrub -A -r"),
            ("if [ -x /bin/look ]; then nice -n10 /bin/look; fi", "look"),
            (
                "cd /srv/shop && ./import.sh >> /var/log/import.log 2>&1",
                "import.sh",
            ),
            ("/opt/report | mail -s 'a; b' ines", "report"),
            ("sh -c 'one; two'", "sh -c 'one; two'"),
            ("command -v tally >/dev/null && tally 1 1", "tally 1 1"),
            ("sleep 10", "sleep 10"),
            ("tally & ", "tally"),
        ] {
            assert_eq!(name_of(command), name, "{command}");
        }
    }

    #[test]
    fn a_long_name_is_cut_between_code_points() {
        let name = name_of(&format!("run {}", "é".repeat(300)));
        assert_eq!(name.chars().count(), NAME_LIMIT);
        assert!(name.ends_with('…'));
    }
}
