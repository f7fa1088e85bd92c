//! The plot of a measurement: a bar a kernel, our cycles by the better one of the published figures, on a logarithmic scale.
//!
//! Bars begin at one: those to the left are faster, those to the right slower. Colours are chosen for light and for dark pages, and no difference is told by colour
//! alone: the figure stands beside every bar, and kernels whose published circuit has a queue of loads and stores have open bars.

use super::{Row, Summary};
use std::fmt::Write;

const LEFT: f64 = 150.0;
const WIDTH: f64 = 620.0;
const RIGHT: f64 = 70.0;
const TOP: f64 = 58.0;
const STEP: f64 = 15.0;
const STYLE: &str = "\
text { font: 11px system-ui, sans-serif; fill: #1f2328; }
.title { font-size: 14px; font-weight: 600; }
.quiet { fill: #656d76; }
.grid { stroke: #d1d9e0; }
.one { stroke: #656d76; stroke-width: 1.5; }
.faster { fill: #1a7f5a; stroke: #1a7f5a; }
.slower { fill: #c2571a; stroke: #c2571a; }
.queue { fill-opacity: 0.15; }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3; }
  .quiet { fill: #9198a1; }
  .grid { stroke: #3d444d; }
  .one { stroke: #9198a1; }
  .faster { fill: #3fb98a; stroke: #3fb98a; }
  .slower { fill: #f0883e; stroke: #f0883e; }
}
";

/// Draws rows, in their order.
pub fn svg(rows: &[Row], title: &str) -> String {
    let shown: Vec<(&Row, f64)> = rows.iter().filter_map(|row| Some((row, row.ratio()?))).collect();
    let scale = Scale::of(shown.iter().map(|(_, ratio)| *ratio));
    let height = TOP + STEP * shown.len() as f64 + 24.0;
    let width = LEFT + WIDTH + RIGHT;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\">\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n",
        escaped(title)
    );
    let mean = Summary::of(rows).plain.mean;
    let mean = mean.map_or(String::new(), |mean| format!("; geometric mean {mean:.2} over full bars"));
    let _ = writeln!(out, "<text class=\"title\" x=\"8\" y=\"20\">{}</text>", escaped(title));
    let _ =
        writeln!(out, "<text class=\"quiet\" x=\"8\" y=\"36\">left of 1 is faster{}</text>", escaped(&mean));
    let bottom = height - 20.0;
    for power in scale.least..=scale.most {
        let (ratio, x) = (2f64.powi(power), scale.x(f64::from(power)));
        let class = if power == 0 { "one" } else { "grid" };
        let _ = writeln!(out, "<path class=\"{class}\" d=\"M{x:.1} {:.1}V{bottom:.1}\"/>", TOP - 6.0);
        let _ = writeln!(
            out,
            "<text class=\"quiet\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{ratio}</text>",
            bottom + 14.0
        );
    }
    for (number, (row, ratio)) in shown.iter().enumerate() {
        bar(&mut out, row, *ratio, TOP + STEP * number as f64, scale);
    }
    out.push_str("</svg>\n");
    out
}

fn bar(out: &mut String, row: &Row, ratio: f64, top: f64, scale: Scale) {
    let (one, end) = (scale.x(0.0), scale.x(ratio.log2()));
    let (left, right) = (one.min(end), one.max(end));
    let class = if ratio <= 1.0 { "faster" } else { "slower" };
    let queue = if row.is_compared() { "" } else { " queue" };
    let base = top + 9.0;
    let _ = writeln!(
        out,
        "<text x=\"{:.1}\" y=\"{base:.1}\" text-anchor=\"end\">{}</text>\
         <rect class=\"{class}{queue}\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"10\"/>\
         <text class=\"quiet\" x=\"{:.1}\" y=\"{base:.1}\">{ratio:.2}</text>",
        LEFT - 8.0,
        escaped(row.name),
        right - left,
        right + 5.0
    );
}

/// Powers of two from one end of the plot to the other.
#[derive(Clone, Copy)]
struct Scale {
    least: i32,
    most: i32,
}

impl Scale {
    fn of(ratios: impl Iterator<Item = f64>) -> Scale {
        let mut scale = Scale { least: -1, most: 1 };
        for power in ratios.map(f64::log2) {
            scale.least = scale.least.min(power.floor() as i32);
            scale.most = scale.most.max(power.ceil() as i32);
        }
        scale
    }

    /// Where a power of two is.
    fn x(self, power: f64) -> f64 {
        LEFT + WIDTH * (power - f64::from(self.least)) / f64::from(self.most - self.least)
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::published::Published;
    use crate::kernel::Verdict;

    #[test]
    fn there_is_a_bar_for_every_kernel_that_passed() {
        let row = |name, cycles, lsqs, verdict| {
            let published = Published { fpga20: 100, lsqs, ..Published::default() };
            Row { verdict, cycles, ..Row::unmeasured(name, published) }
        };
        let rows = [
            row("fast", 50, 0, Verdict::Pass),
            row("slow", 400, 0, Verdict::Pass),
            row("queue", 100, 1, Verdict::Pass),
            row("stuck", 0, 0, Verdict::Deadlock),
        ];
        let text = svg(&rows, "a < b");
        assert!(text.contains("a &lt; b") && text.contains("prefers-color-scheme: dark"));
        let bars: Vec<&str> = text.lines().filter(|line| line.contains("<rect")).collect();
        assert_eq!(bars.len(), 3);
        // From a half to four: one is a third of the way.
        assert!(
            bars[0].contains("class=\"faster\" x=\"150.0\"") && bars[0].contains("width=\"206.7\""),
            "{}",
            bars[0]
        );
        assert!(
            bars[1].contains("class=\"slower\" x=\"356.7\"") && bars[1].contains("width=\"413.3\""),
            "{}",
            bars[1]
        );
        assert!(
            bars[2].contains("class=\"faster queue\"") && bars[2].contains("width=\"0.0\""),
            "{}",
            bars[2]
        );
    }
}
