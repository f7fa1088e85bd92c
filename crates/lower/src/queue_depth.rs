//! How many accesses a queue of loads and stores holds: as many as the lowering finds to be of use, or what was asked for.

use dialects::handshake::unit::lsq;
use ir::pass::PassOption;
use std::fmt;
use std::str::FromStr;

/// The places of the queues of a kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum QueueDepth {
    /// By what the loops around the accesses can use.
    #[default]
    Auto,
    /// So many in every queue.
    Of {
        /// For loads.
        loads: u32,
        /// For stores.
        stores: u32,
    },
}

impl QueueDepth {
    /// What its text is.
    pub const FORM: &str = "`auto`, a number from 1 to 64, or two of them, `LOADS,STORES`";
}

impl fmt::Display for QueueDepth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            QueueDepth::Auto => f.write_str("auto"),
            QueueDepth::Of { loads, stores } => write!(f, "{loads},{stores}"),
        }
    }
}

impl FromStr for QueueDepth {
    type Err = String;

    fn from_str(text: &str) -> Result<QueueDepth, String> {
        if text == "auto" {
            return Ok(QueueDepth::Auto);
        }
        let (loads, stores) = text.split_once(',').unwrap_or((text, text));
        let number = |text: &str| {
            let digits = Some(text).filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
            digits?.parse().ok().filter(|number| (1..=lsq::MOST).contains(number))
        };
        match (number(loads), number(stores)) {
            (Some(loads), Some(stores)) => Ok(QueueDepth::Of { loads, stores }),
            _ => Err(format!("must be {}", QueueDepth::FORM)),
        }
    }
}

/// The option of a lowering that says how many.
pub const QUEUE_DEPTH: PassOption = PassOption {
    name: "queue-depth",
    doc: "how many loads and how many stores each queue of `memory=lsq` holds: `auto` for what its loops can use, a number from 1 to 64 for both, or `\"LOADS,STORES\"`; a region's accesses have to fit",
    default: "auto",
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_are_read_and_written() {
        for (text, written) in [("auto", "auto"), ("1", "1,1"), ("64", "64,64"), ("12,11", "12,11")] {
            let depth: QueueDepth = text.parse().unwrap_or_else(|why| panic!("`{text}` {why}"));
            assert_eq!(depth.to_string(), written);
        }
        for text in ["", "0", "65", "4,", ",4", "4,0", "1,65", "4,4,4", "-1", "+1", "x"] {
            assert!(text.parse::<QueueDepth>().is_err(), "`{text}`");
        }
        assert!(QueueDepth::FORM.contains(&lsq::MOST.to_string()) && QUEUE_DEPTH.doc.contains("64"));
    }
}
