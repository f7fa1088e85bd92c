//! Tables, for people and for documents.

/// A table whose columns are mostly numbers.
pub struct Table {
    /// What stands above them.
    pub heads: Vec<&'static str>,
    /// The columns that are words.
    pub words: &'static [usize],
    /// As many cells as there are heads in each.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// For people.
    pub fn text(&self) -> String {
        let heads: Vec<String> = self.heads.iter().map(|head| head.to_string()).collect();
        let all = || std::iter::once(&heads).chain(&self.rows);
        let width = |column: usize| all().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..heads.len()).map(width).collect();
        let line = |row: &Vec<String>| {
            let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| {
                match self.words.contains(&column) {
                    true => format!("{cell:<width$}"),
                    false => format!("{cell:>width$}"),
                }
            });
            cells.collect::<Vec<_>>().join("  ").trim_end().to_string() + "\n"
        };
        all().map(line).collect()
    }

    /// For documents.
    pub fn markdown(&self) -> String {
        let line = |cells: Vec<&str>| format!("| {} |\n", cells.join(" | "));
        let rule =
            (0..self.heads.len()).map(|column| if self.words.contains(&column) { "---" } else { "---:" });
        let mut out = line(self.heads.clone()) + &line(rule.collect());
        for row in &self.rows {
            out.push_str(&line(row.iter().map(String::as_str).collect()));
        }
        out
    }
}
