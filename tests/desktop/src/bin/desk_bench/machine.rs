//! Where it was measured, and what its processes hold.

use std::{fs, io, path::Path};

use routine_desktop_tests::Result;
use serde::Serialize;

#[derive(Debug, Serialize)]
pub struct Machine {
    processor: String,
    cores: usize,
    /// The load of the last minute, before and after.
    load: [f64; 2],
    /// Whether the programs were built with optimizations.
    is_optimized: bool,
}

impl Machine {
    pub fn here() -> Self {
        let processors = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let model = processors
            .lines()
            .find(|line| line.starts_with("model name"));
        Self {
            processor: model
                .and_then(|line| line.split(": ").nth(1))
                .unwrap_or("unknown")
                .to_owned(),
            cores: std::thread::available_parallelism().map_or(0, usize::from),
            load: [load(), 0.0],
            is_optimized: !cfg!(debug_assertions),
        }
    }

    pub fn again(mut self) -> Self {
        self.load[1] = load();
        self
    }
}

fn load() -> f64 {
    let averages = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let minute = averages.split(' ').next();
    minute.and_then(|load| load.parse().ok()).unwrap_or(0.0)
}

/// MiB that the processes of this name hold of their own, of those that were started for a window of
/// this home. Files that are mapped, the database above all, are the system's to give up.
pub fn memory_of(home: &Path, name: &str) -> Result<f64> {
    let of_home = format!("ROUTINE_DESK_HOME={}\0", home.display());
    let mut kib = 0;
    for entry in fs::read_dir("/proc")? {
        let process = entry?.path();
        // Others end while one looks.
        let command = fs::read_to_string(process.join("comm")).unwrap_or_default();
        // Linux keeps fifteen bytes of a name.
        if command.trim().is_empty() || !name.starts_with(command.trim()) {
            continue;
        }
        let surroundings = fs::read(process.join("environ")).unwrap_or_default();
        if String::from_utf8_lossy(&surroundings).contains(&of_home) {
            kib += held(&process)?;
        }
    }
    Ok(f64::from(kib) / 1024.0)
}

fn held(process: &Path) -> io::Result<u32> {
    let told = fs::read_to_string(process.join("smaps_rollup"))?;
    let line = told.lines().find_map(|line| line.strip_prefix("Pss_Anon:"));
    let number = line.and_then(|rest| rest.trim().split(' ').next());
    Ok(number.and_then(|kib| kib.parse().ok()).unwrap_or(0))
}
