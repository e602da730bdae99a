//! What an editor shows, held to committed files and to what must always be true.

mod acting;
mod cases;
mod completing;
mod everywhere;

use hpx_lsp::analysis::{Analysis, Context, analyze};
use hpx_lsp::catalog::Release;
use hpx_lsp::profile::Overrides;
use hpx_lsp::settings::Settings;

use crate::rules::files::folder;

/// Calls `then` with what is known of a text, and what surrounds it.
fn with<T>(
    text: &str,
    release: &'static Release,
    then: impl FnOnce(&Analysis, &Context<'_>) -> T,
) -> T {
    let (settings, overrides) = (Settings::default(), Overrides::default());
    let context = Context {
        release,
        settings: &settings,
        overrides: &overrides,
        files: folder(),
    };
    then(&analyze(text, &context), &context)
}

#[test]
fn an_analysis_can_be_shared_between_threads() {
    fn shared<T: Send + Sync + 'static>() {}
    shared::<Analysis>();
}
