//! What the linker's scripts leave of a region, where hpx knows them
//! (`helia_profiler.platform.memory_map`, 0.2.0 on).

use super::Platform;
use crate::catalog::{LinkFamily, Window};
use crate::planner::{Bytes, RegionUsage};

/// A region of a plan against the linker's script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Linked {
    /// What the linker has to place there.
    pub used: Bytes,
    /// What its script leaves the application.
    pub extent: Bytes,
    /// The linker.
    pub family: LinkFamily,
}

impl Linked {
    /// By how much more has to be placed than fits.
    pub fn overflow(&self) -> Option<Bytes> {
        (self.used > self.extent).then(|| self.used - self.extent)
    }
}

impl Platform {
    /// A region of a plan as its linker sees it; `None` where hpx does not
    /// know the script.
    pub fn linked(&self, usage: &RegionUsage) -> Option<Linked> {
        let family = self
            .link_family
            .filter(|_| self.default_scripts && !self.custom_soc)?;
        let window = self.soc.window(usage.region)?;
        let outside = if stack_outside(window, family) {
            boot_stack(usage)
        } else {
            Bytes::ZERO
        };
        window.section_attributable.then(|| Linked {
            used: usage.used - outside,
            extent: Bytes(window.extent(family).length.into()),
            family,
        })
    }
}

/// Whether the boot stack lies beside the extent, in a region of its own: with
/// armlink always, with GNU's linker where the script pins one below it.
fn stack_outside(window: &Window, family: LinkFamily) -> bool {
    family == LinkFamily::Armlink || window.extent(family).start > window.window.start
}

fn boot_stack(usage: &RegionUsage) -> Bytes {
    let stacks = usage
        .consumers
        .iter()
        .filter(|consumer| consumer.name == "boot_stack");
    stacks.map(|consumer| consumer.size).sum()
}
