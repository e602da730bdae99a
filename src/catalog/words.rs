//! The words of the field that have a fixed set of values.

use std::fmt;

use serde::Deserialize;

/// Declares an enumeration whose variants have names in hpx.
macro_rules! words {
    (
        $(#[$about:meta])*
        $name:ident { $( $(#[$doc:meta])* $variant:ident = $word:literal, )+ }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
        pub enum $name {
            $( $(#[$doc])* #[serde(rename = $word)] $variant, )+
        }

        impl $name {
            /// Every value with its name, in hpx's order.
            pub const CHOICES: [(&'static str, $name); [$($word),+].len()] =
                [$(($word, $name::$variant)),+];

            /// The value that hpx calls `name`.
            pub fn named(name: &str) -> Option<Self> {
                Self::CHOICES.iter().find(|(word, _)| *word == name).map(|(_, value)| *value)
            }

            /// hpx's name for it.
            pub fn name(self) -> &'static str {
                match self {
                    $( $name::$variant => $word, )+
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

words! {
    /// A memory region of a SoC, in the order in which hpx lists them.
    Region {
        /// Non-volatile memory.
        Mram = "MRAM",
        /// Shared SRAM.
        Sram = "SRAM",
        /// Tightly coupled data memory.
        Dtcm = "DTCM",
        /// Tightly coupled instruction memory.
        Itcm = "ITCM",
        /// External PSRAM.
        Psram = "PSRAM",
    }
}

words! {
    /// What a profile says of where something lies.
    Placement {
        /// Tightly coupled data memory.
        Tcm = "tcm",
        /// Shared SRAM.
        Sram = "sram",
        /// Non-volatile memory.
        Mram = "mram",
        /// External PSRAM.
        Psram = "psram",
    }
}

words! {
    /// Which linker lays an image out.
    LinkFamily {
        /// GNU ld and LLD, with gcc's scripts.
        Gnu = "gnu",
        /// armlink, with scatter files.
        Armlink = "armlink",
    }
}

words! {
    /// A family of SoCs.
    #[derive(Default)]
    Family {
        /// Apollo3.
        Ap3 = "ap3",
        /// Apollo4.
        Ap4 = "ap4",
        /// Apollo5, with what hpx counts to it.
        #[default]
        Ap5 = "ap5",
    }
}

words! {
    /// A processor core.
    #[derive(Default)]
    Core {
        /// Cortex-M4F.
        CortexM4 = "cortex-m4",
        /// Cortex-M55.
        #[default]
        CortexM55 = "cortex-m55",
    }
}

words! {
    /// What a core can count.
    #[derive(Default)]
    PmuTier {
        /// Cycles, by the DWT.
        #[default]
        Dwt = "dwt",
        /// Events, by the Armv8-M PMU.
        Pmu = "pmu",
    }
}

words! {
    /// The setting that firmware asks for to reach a clock speed.
    PerfTier {
        /// Low.
        Low = "NSX_PERF_LOW",
        /// Medium.
        Medium = "NSX_PERF_MEDIUM",
        /// High.
        High = "NSX_PERF_HIGH",
    }
}
