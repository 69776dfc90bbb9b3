//! Rows of text in columns, as wide as their widest cell.

pub fn lay_out(head: &[&str], rows: &[Vec<String>]) -> String {
    if rows.is_empty() {
        return "none".to_owned();
    }
    let widths: Vec<usize> = head
        .iter()
        .enumerate()
        .map(|(column, title)| {
            let cells = rows.iter().filter_map(|row| row.get(column));
            cells
                .map(|cell| cell.chars().count())
                .chain([title.chars().count()])
                .max()
                .unwrap_or(0)
        })
        .collect();
    let line = |cells: &mut dyn Iterator<Item = &str>| {
        let padded: Vec<String> = cells
            .zip(&widths)
            .map(|(cell, width)| format!("{cell:<width$}"))
            .collect();
        padded.join("  ").trim_end().to_owned()
    };
    let mut lines = vec![line(&mut head.iter().copied())];
    lines.extend(
        rows.iter()
            .map(|row| line(&mut row.iter().map(String::as_str))),
    );
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let rows = vec![
            vec!["a".to_owned(), "long name".to_owned()],
            vec!["ö-ö".to_owned(), "b".to_owned()],
        ];
        assert_eq!(
            lay_out(&["id", "name"], &rows),
            "id   name\na    long name\nö-ö  b"
        );
        assert_eq!(lay_out(&["id"], &[]), "none");
    }
}
