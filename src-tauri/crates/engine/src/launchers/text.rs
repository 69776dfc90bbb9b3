//! Text that came from outside, made fit to be stored: valid UTF-8, no NUL (PostgreSQL stores none),
//! and of bounded length.

/// Keeps the last `limit` bytes of what is written to it.
pub(super) struct Tail {
    bytes: std::collections::VecDeque<u8>,
    limit: usize,
    written: u64,
}

impl Tail {
    pub(super) fn new(limit: usize) -> Self {
        Self {
            bytes: std::collections::VecDeque::new(),
            limit,
            written: 0,
        }
    }

    pub(super) fn write(&mut self, bytes: &[u8]) {
        self.written += bytes.len() as u64;
        self.bytes.extend(bytes);
        let surplus = self.bytes.len().saturating_sub(self.limit);
        self.bytes.drain(..surplus);
    }

    /// What was kept, none if nothing was written. Says in its first line when more was written.
    pub(super) fn into_text(mut self) -> Option<String> {
        if self.written == 0 {
            return None;
        }
        let was_cut = self.written > self.bytes.len() as u64;
        if was_cut {
            // A code point cut in half is not part of the text.
            while self.bytes.front().is_some_and(|byte| byte & 0xC0 == 0x80) {
                self.bytes.pop_front();
            }
        }
        let text = printable(self.bytes.make_contiguous());
        if !was_cut && text.len() <= self.limit {
            return Some(text);
        }
        // What is not UTF-8 grows when it is replaced.
        let kept = last(&text, self.limit);
        Some(format!(
            "[only the end of {} bytes of output is kept]\n{kept}",
            self.written
        ))
    }
}

/// Bytes as text: what is not UTF-8 and what is NUL is replaced.
pub(super) fn printable(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).replace('\0', "\u{FFFD}")
}

/// At most the last `limit` bytes of a text, cut between code points.
pub(super) fn last(text: &str, limit: usize) -> &str {
    let mut start = text.len().saturating_sub(limit);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    &text[start..]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tail(limit: usize, parts: &[&[u8]]) -> Option<String> {
        let mut tail = Tail::new(limit);
        for part in parts {
            tail.write(part);
        }
        tail.into_text()
    }

    #[test]
    fn what_fits_is_kept_as_it_is() {
        assert_eq!(tail(8, &[]), None);
        assert_eq!(tail(8, &[b"abc", b"\ndefg"]).as_deref(), Some("abc\ndefg"));
    }

    #[test]
    fn more_is_cut_at_the_front_between_code_points_and_said() {
        let kept = tail(4, &["aaé".as_bytes(), "éb".as_bytes()]).unwrap();
        assert_eq!(kept, "[only the end of 7 bytes of output is kept]\néb");
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced_and_stay_within_the_limit() {
        assert_eq!(
            tail(99, &[b"a\0b\xFFc"]).as_deref(),
            Some("a\u{FFFD}b\u{FFFD}c")
        );
        let kept = tail(30, &[&[0xFF; 30]]).unwrap();
        let (_, kept) = kept.split_once('\n').unwrap();
        assert_eq!(kept, "\u{FFFD}".repeat(10));
    }
}
