//! The figures that others have published of the kernels: `benches/published.toml`, which says where they are from.

use std::collections::BTreeMap;
use toml::{Table, Value};

/// What Dynamatic makes of a kernel.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Published {
    /// Cycles with its placement `fpga20`.
    pub fpga20: u64,
    /// Cycles with fast token delivery and `fpga20`.
    pub ftd: Option<u64>,
    /// Cycles with its placement `fpl22`.
    pub fpl22: Option<u64>,
    /// Seconds that `fpga20` took.
    pub place_s: f64,
    /// How far from the optimum it may be, where a limit ended it.
    pub gap: Option<f64>,
    /// Load-store queues.
    pub lsqs: u64,
    /// Buffers.
    pub buffers: u64,
    /// Operations.
    pub operations: u64,
    /// Whether its kernel computes with floats, where ours has integers.
    pub floats: bool,
    /// What it takes of an ECP5.
    pub ecp5: Option<Area>,
    /// What it takes of a Kintex-7, in sizes of its own.
    pub kintex7: Option<Area>,
}

/// What a circuit takes of a device, and how fast it is there.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Area {
    /// Look-up tables, of four inputs on an ECP5 and of six on a Kintex-7, those of carry chains and small memories too.
    pub lut: u64,
    /// Flip-flops.
    pub ff: u64,
    /// Multipliers.
    pub dsp: u64,
    /// The fastest clock, in MHz.
    pub fmax: f64,
}

impl Published {
    /// The better one of its two figures, and which it is.
    pub fn best(&self) -> (u64, &'static str) {
        match self.ftd {
            Some(ftd) if ftd < self.fpga20 => (ftd, "ftd"),
            _ => (self.fpga20, "fpga20"),
        }
    }
}

/// All rows, by kernel.
pub fn published() -> BTreeMap<String, Published> {
    read(include_str!("../../../../benches/published.toml")).expect("a test reads the table")
}

fn read(text: &str) -> Result<BTreeMap<String, Published>, String> {
    let table: Table = text.parse().map_err(|error: toml::de::Error| error.to_string())?;
    table.iter().map(|(kernel, row)| Ok((kernel.clone(), self::row(kernel, row)?))).collect()
}

fn row(kernel: &str, value: &Value) -> Result<Published, String> {
    let table = value.as_table().ok_or_else(|| format!("`{kernel}` is no row"))?;
    let mut row = Published::default();
    for (key, value) in table {
        let wrong = || format!("`{key}` of `{kernel}` cannot be {value:?}");
        let count = || value.as_integer().and_then(|number| u64::try_from(number).ok()).ok_or_else(wrong);
        match &key[..] {
            "fpga20" => row.fpga20 = count()?,
            "ftd" => row.ftd = Some(count()?),
            "fpl22" => row.fpl22 = Some(count()?),
            "place_s" => row.place_s = real(value).ok_or_else(wrong)?,
            "gap" => row.gap = Some(real(value).ok_or_else(wrong)?),
            "lsqs" => row.lsqs = count()?,
            "buffers" => row.buffers = count()?,
            "operations" => row.operations = count()?,
            "floats" => row.floats = value.as_bool().ok_or_else(wrong)?,
            "ecp5" => row.ecp5 = Some(area(value).ok_or_else(wrong)?),
            "kintex7" => row.kintex7 = Some(area(value).ok_or_else(wrong)?),
            _ => return Err(format!("`{kernel}` has a field `{key}`, which means nothing")),
        }
    }
    if row.fpga20 == 0 { Err(format!("`{kernel}` has no cycles")) } else { Ok(row) }
}

fn area(value: &Value) -> Option<Area> {
    let count = |key: &str| value.get(key)?.as_integer().and_then(|number| u64::try_from(number).ok());
    Some(Area { lut: count("lut")?, ff: count("ff")?, dsp: count("dsp")?, fmax: real(value.get("fmax")?)? })
}

fn real(value: &Value) -> Option<f64> {
    value.as_float().or_else(|| value.as_integer().map(|number| number as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_can_be_read() {
        let table = published();
        assert_eq!(table["fir"].best(), (1005, "fpga20"));
        assert_eq!(table["sobel"].best(), (2618, "ftd"));
        assert_eq!(table["gcd"].ecp5, Some(Area { lut: 2971, ff: 1430, dsp: 0, fmax: 57.4 }));
        assert_eq!(table.values().filter(|row| row.ecp5.is_some()).count(), 15);
        assert_eq!(table["get_tanh"].kintex7, Some(Area { lut: 10517, ff: 3271, dsp: 8, fmax: 130.2 }));
    }

    #[test]
    fn a_wrong_table_is_told() {
        let check = |text: &str, expected: &str| assert_eq!(read(text).expect_err(text), expected);
        check("[k]\nlsqs = 1", "`k` has no cycles");
        check("[k]\nfpga20 = -1", "`fpga20` of `k` cannot be Integer(-1)");
        check("[k]\nspeed = 1", "`k` has a field `speed`, which means nothing");
        check("k = 1", "`k` is no row");
    }
}
