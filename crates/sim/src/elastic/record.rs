//! An elastic simulation as a wave file: for every channel what it does in each cycle, and its data.
//!
//! The state of a channel is 0 when it is idle, 1 when a token moves, and 2 when a token waits to be taken. Data stand as they are
//! while the channel has a token and keep their last value while it has none. A cycle takes ten units of time.

use super::Elastic;
use super::network::ChannelId;
use super::run::View;
use crate::waves::{Hierarchy, SignalId, Timescale, VarKind, WaveFormat, Waves};
use std::io;
use std::path::Path;

/// Units of time of a cycle.
const CYCLE: u64 = 10;

/// Writes what the channels do, cycle by cycle.
pub struct ElasticRecorder {
    waves: Waves,
    clock: SignalId,
    tracks: Vec<Track>,
    cycles: u64,
}

/// What is shown of a channel.
struct Track {
    channel: ChannelId,
    state: SignalId,
    data: Option<SignalId>,
}

impl ElasticRecorder {
    /// Begins a file with a track for every channel of the text.
    pub fn create(path: &Path, format: WaveFormat, elastic: &Elastic) -> io::Result<ElasticRecorder> {
        let network = elastic.network();
        let mut hierarchy = Hierarchy::new(&network.name, &network.name);
        let clock = hierarchy.signal(1);
        hierarchy.var("clk", clock, VarKind::Input, "");
        let mut tracks = Vec::new();
        for (channel, about) in network.channels.iter().take(network.values) {
            let state = hierarchy.signal(2);
            hierarchy.var(&format!("{}_state", about.label), state, VarKind::Wire, "");
            let data = (about.width > 0).then(|| {
                let data = hierarchy.signal(about.width);
                hierarchy.var(&about.label, data, VarKind::Wire, "");
                data
            });
            tracks.push(Track { channel, state, data });
        }
        let waves = Waves::create(path, format, Timescale::Nanosecond, &hierarchy)?;
        Ok(ElasticRecorder { waves, clock, tracks, cycles: 0 })
    }

    /// Writes a cycle.
    pub fn cycle(&mut self, view: &View) -> io::Result<()> {
        let time = self.cycles * CYCLE;
        self.waves.time(time)?;
        self.waves.change(self.clock, &[1])?;
        for Track { channel, state, data } in &self.tracks {
            let (valid, ready) = (view.valid(*channel), view.ready(*channel));
            let now = match (valid, ready) {
                (false, _) => 0,
                (true, true) => 1,
                (true, false) => 2,
            };
            self.waves.change(*state, &[now])?;
            if let Some(data) = data
                && valid
            {
                self.waves.change(*data, view.words(*channel))?;
            }
        }
        self.waves.time(time + CYCLE / 2)?;
        self.waves.change(self.clock, &[0])?;
        self.cycles += 1;
        Ok(())
    }

    /// Ends the file and puts it in its place.
    pub fn finish(mut self) -> io::Result<()> {
        self.waves.time(self.cycles * CYCLE)?;
        self.waves.finish()
    }
}
