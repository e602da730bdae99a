//! Leaves when the process of the client is gone, even where its end of the pipe stays open.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;

/// How often to look.
#[cfg(unix)]
const PERIOD: Duration = Duration::from_millis(400);

/// Watches the process with this id; on other systems than Unix the end of the input must do.
pub fn watch(process: u32, orphaned: Arc<Notify>) {
    #[cfg(unix)]
    if let Some(process) = rustix::process::Pid::from_raw(process.cast_signed()) {
        use rustix::io::Errno;
        use rustix::process::{getppid, test_kill_process};
        // A parent that died but is not yet waited for still has its id.
        let is_parent = getppid() == Some(process);
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(PERIOD).await;
                let gone = test_kill_process(process) == Err(Errno::SRCH);
                if gone || is_parent && getppid() != Some(process) {
                    orphaned.notify_one();
                    return;
                }
            }
        });
    }
    #[cfg(not(unix))]
    let _ = (process, orphaned);
}
