//! What the server knows: the client, the folders and the open documents.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::sync::Notify;
use tokio::task::spawn_blocking;
use tower_lsp_server::ls_types::{InitializeParams, TextDocumentContentChangeEvent, Uri};

use super::abilities::Abilities;
use super::documents::Snapshot;
use super::index::Index;
use super::{World, convert};
use crate::workspace::{EditorSettings, Workspace};

/// How often the disk is looked at where the client does not watch it.
const PERIOD: Duration = Duration::from_secs(1);

/// The single owner of all that changes.
#[derive(Debug)]
pub struct Session {
    world: World,
    state: Mutex<State>,
    /// Told when findings are to be published.
    pub changed: Notify,
    index: tokio::sync::Mutex<Indexed>,
    index_is_stale: AtomicBool,
    last_index: Mutex<Arc<Index>>,
}

/// The index, and when it was built.
#[derive(Debug, Default)]
struct Indexed {
    index: Arc<Index>,
    built: Option<Instant>,
}

#[derive(Debug)]
struct State {
    abilities: Option<Abilities>,
    roots: Vec<Root>,
    /// For documents outside of all roots.
    outside: Root,
    /// The settings that the client gave for all folders.
    given: Value,
    documents: HashMap<Uri, Arc<Snapshot>>,
    /// Documents whose findings are not published yet.
    due: BTreeSet<Uri>,
    serial: u64,
    last_look: Option<Instant>,
    /// Settings files that are shown as broken.
    broken: BTreeSet<Uri>,
}

/// A folder that is open in the client, and the disk as it looks from there.
#[derive(Debug)]
struct Root {
    folder: PathBuf,
    workspace: Arc<Workspace>,
    /// The client's settings for it, as they came.
    settings: Value,
}

impl Root {
    fn new(folder: PathBuf, home: Option<PathBuf>) -> Self {
        let workspace = Workspace::watching(folder.clone(), home);
        Root {
            workspace: Arc::new(workspace),
            folder,
            settings: Value::Null,
        }
    }
}

impl Session {
    /// Nothing is open yet.
    pub fn new(world: World) -> Self {
        let outside = Root::new(world.folder.clone(), world.home.clone());
        Session {
            state: Mutex::new(State {
                abilities: None,
                roots: Vec::new(),
                outside,
                given: Value::Null,
                documents: HashMap::new(),
                due: BTreeSet::new(),
                serial: 0,
                last_look: None,
                broken: BTreeSet::new(),
            }),
            world,
            changed: Notify::new(),
            index: tokio::sync::Mutex::default(),
            index_is_stale: AtomicBool::new(false),
            last_index: Mutex::default(),
        }
    }

    /// The profiles under the roots. They are looked for anew where something changed, and where
    /// the client does not watch the disk, at most once a second.
    pub async fn index(self: &Arc<Self>) -> Arc<Index> {
        let mut indexed = self.index.lock().await;
        let watched = self.abilities().is_some_and(|it| it.watches);
        let is_new = |built: &Instant| watched || built.elapsed() < PERIOD;
        let stale = self.index_is_stale.swap(false, Ordering::Relaxed);
        if stale || !indexed.built.as_ref().is_some_and(is_new) {
            let session = Arc::clone(self);
            let built = spawn_blocking(move || session.build_index()).await;
            indexed.index = Arc::new(built.unwrap_or_default());
            indexed.built = Some(Instant::now());
            *self.last_index() = Arc::clone(&indexed.index);
        }
        Arc::clone(&indexed.index)
    }

    fn last_index(&self) -> MutexGuard<'_, Arc<Index>> {
        self.last_index
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// The profiles that name this file in `engine.config_path`, as far as they are known.
    pub fn owners(&self, path: &Path) -> BTreeSet<PathBuf> {
        let index = Arc::clone(&self.last_index());
        let mut owners = BTreeSet::new();
        let documents = self.documents();
        if index.configs.is_empty() && documents.len() < 2 {
            return owners;
        }
        let Some(workspace) = documents.first().map(|it| Arc::clone(&it.workspace)) else {
            return owners;
        };
        let real = workspace.real(path);
        owners.extend(index.configs.get(&real).cloned().unwrap_or_default());
        let open = documents
            .iter()
            .filter(|it| it.is_examined() && it.path != *path);
        for document in open {
            let named = document.examined().and_then(|it| it.config_path.as_ref());
            if named == Some(&real) {
                owners.insert(document.path.clone());
            } else {
                owners.remove(&document.path);
            }
        }
        owners
    }

    /// What is on the disk may have changed.
    pub fn index_again(&self) {
        self.index_is_stale.store(true, Ordering::Relaxed);
    }

    fn build_index(&self) -> Index {
        let (roots, abilities) = {
            let state = self.state();
            let roots = state.roots.iter();
            let roots = roots.map(|root| (root.folder.clone(), Arc::clone(&root.workspace)));
            (roots.collect::<Vec<_>>(), state.abilities)
        };
        let build = |abilities| Index::build(&roots, abilities);
        abilities.map(build).unwrap_or_default()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // What a panic left behind is whole: each change is made at once.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Learns what the client is and which folders it has open.
    pub fn begin(&self, params: &InitializeParams) -> Abilities {
        let abilities = Abilities::of(params);
        let mut state = self.state();
        state.abilities = Some(abilities);
        for folder in roots(params) {
            state.add_root(folder, &self.world);
        }
        abilities
    }

    /// The folders that are open in the client.
    pub fn folders(&self) -> Vec<PathBuf> {
        let state = self.state();
        state.roots.iter().map(|root| root.folder.clone()).collect()
    }

    /// The client closed some folders and opened others.
    pub fn change_folders(&self, closed: &[PathBuf], opened: Vec<PathBuf>) {
        let mut state = self.state();
        state.roots.retain(|root| !closed.contains(&root.folder));
        for folder in opened {
            state.add_root(folder, &self.world);
        }
        let documents: Vec<_> = state.documents.values().cloned().collect();
        for document in documents {
            let workspace = state.workspace(&document.path);
            if !Arc::ptr_eq(&workspace, &document.workspace) {
                self.put_beside(&mut state, &document, workspace);
            }
        }
        self.index_again();
    }

    /// Remembers settings of the client that hold for every folder without ones of its own.
    pub fn give(&self, settings: Value) {
        self.state().given = settings;
    }

    /// The settings that the client gave for every folder.
    pub fn given(&self) -> Value {
        self.state().given.clone()
    }

    /// Holds by the client's settings for an open folder, or for what is outside of all. Whether
    /// they are new.
    ///
    /// # Errors
    ///
    /// What is wrong with them; the last sound ones stay.
    pub fn configure(&self, folder: Option<&Path>, object: Value) -> Result<bool, Vec<String>> {
        let mut state = self.state();
        let Some(root) = state.root_mut(folder) else {
            return Ok(false);
        };
        if root.settings == object {
            return Ok(false);
        }
        let read = EditorSettings::read(&root.folder, &object)?;
        root.settings = object;
        let stale = Arc::clone(&root.workspace);
        let renewed = stale.renewed().with_editor(Arc::new(read));
        self.replace(&mut state, &stale, renewed);
        Ok(true)
    }

    /// What the client can do; known once it has said so.
    pub fn abilities(&self) -> Option<Abilities> {
        self.state().abilities
    }

    /// A document was opened.
    pub fn open(&self, uri: Uri, version: i32, text: String) {
        let path = convert::path(&uri);
        let mut state = self.state();
        let workspace = state.workspace(&path);
        let serial = state.next_serial();
        let snapshot = Snapshot::opened(uri.clone(), path, version, text, workspace, serial);
        state.documents.insert(uri.clone(), Arc::new(snapshot));
        self.publish_later(&mut state, uri);
    }

    /// A document was edited.
    pub fn edit(&self, uri: &Uri, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        let mut state = self.state();
        let Some((old, abilities)) = state.documents.get(uri).cloned().zip(state.abilities) else {
            return;
        };
        let serial = state.next_serial();
        let new = old.edited(version, changes, abilities.encoding, serial);
        state.documents.insert(uri.clone(), Arc::new(new));
        self.publish_later(&mut state, uri.clone());
    }

    /// A document was closed; what it was.
    pub fn close(&self, uri: &Uri) -> Option<Arc<Snapshot>> {
        let mut state = self.state();
        state.due.remove(uri);
        state.documents.remove(uri)
    }

    fn publish_later(&self, state: &mut State, uri: Uri) {
        if state.abilities.is_some_and(|it| !it.pulls) {
            state.due.insert(uri);
            self.changed.notify_one();
        }
    }

    /// A document as it is now.
    pub fn document(&self, uri: &Uri) -> Option<Arc<Snapshot>> {
        self.state().documents.get(uri).cloned()
    }

    /// A file that is not open, as it would be opened; `None` where it cannot be read.
    pub fn closed(&self, path: &Path) -> Option<Snapshot> {
        Snapshot::on_disk(path, self.state().workspace(path))
    }

    /// Whether a document is still what it was.
    pub fn is_current(&self, snapshot: &Snapshot) -> bool {
        let state = self.state();
        let now = state.documents.get(&snapshot.uri);
        now.is_some_and(|now| now.serial == snapshot.serial)
    }

    /// Looks whether the disk has changed, and takes it as it is now: at most once a second where
    /// it is not `urgent`. Whether it has changed. This reads from the disk.
    pub fn refresh(&self, urgent: bool) -> bool {
        let workspaces = {
            let mut state = self.state();
            let recent = state.last_look.is_some_and(|last| last.elapsed() < PERIOD);
            if recent && !urgent {
                return false;
            }
            state.last_look = Some(Instant::now());
            state.workspaces()
        };
        let mut changed = false;
        for workspace in workspaces {
            if workspace.is_stale() {
                let renewed = workspace.renewed();
                self.replace(&mut self.state(), &workspace, renewed);
                changed = true;
            }
        }
        changed
    }

    /// Puts a new workspace in the place of one.
    fn replace(&self, state: &mut State, stale: &Arc<Workspace>, renewed: Workspace) {
        let renewed = Arc::new(renewed);
        let is_stale = |it: &Arc<Workspace>| Arc::ptr_eq(it, stale);
        for root in state.roots.iter_mut().chain([&mut state.outside]) {
            if is_stale(&root.workspace) {
                root.workspace = Arc::clone(&renewed);
            }
        }
        let documents = state.documents.values();
        let affected = documents.filter(|it| is_stale(&it.workspace)).cloned();
        for document in affected.collect::<Vec<_>>() {
            self.put_beside(state, &document, Arc::clone(&renewed));
        }
    }

    fn put_beside(&self, state: &mut State, document: &Snapshot, workspace: Arc<Workspace>) {
        let serial = state.next_serial();
        let (uri, beside) = (document.uri.clone(), document.beside(workspace, serial));
        state.documents.insert(uri.clone(), Arc::new(beside));
        self.publish_later(state, uri);
    }

    /// All open documents.
    pub fn documents(&self) -> Vec<Arc<Snapshot>> {
        self.state().documents.values().cloned().collect()
    }

    /// Remembers which settings files are shown as broken; those that no longer are.
    pub fn show_broken(&self, now: BTreeSet<Uri>) -> Vec<Uri> {
        let before = std::mem::replace(&mut self.state().broken, now);
        let now = &self.state().broken;
        before.difference(now).cloned().collect()
    }

    /// Whether no edit has come since.
    pub fn is_unedited(&self, snapshot: &Snapshot) -> bool {
        let now = self.document(&snapshot.uri);
        now.is_some_and(|now| Arc::ptr_eq(&now.text, &snapshot.text))
    }

    /// A document whose findings are to be published.
    pub fn next_due(&self) -> Option<Arc<Snapshot>> {
        let mut state = self.state();
        while let Some(uri) = state.due.pop_first() {
            if let Some(document) = state.documents.get(&uri) {
                return Some(Arc::clone(document));
            }
        }
        None
    }
}

impl State {
    fn next_serial(&mut self) -> u64 {
        self.serial += 1;
        self.serial
    }

    fn workspaces(&self) -> Vec<Arc<Workspace>> {
        let roots = self.roots.iter().chain([&self.outside]);
        roots.map(|root| Arc::clone(&root.workspace)).collect()
    }

    fn add_root(&mut self, folder: PathBuf, world: &World) {
        if !self.roots.iter().any(|root| root.folder == folder) {
            self.roots.push(Root::new(folder, world.home.clone()));
        }
    }

    fn root_mut(&mut self, folder: Option<&Path>) -> Option<&mut Root> {
        let Some(folder) = folder else {
            return Some(&mut self.outside);
        };
        self.roots.iter_mut().find(|root| root.folder == folder)
    }

    /// The disk as it looks from the innermost root around a file.
    fn workspace(&self, path: &Path) -> Arc<Workspace> {
        let around = self
            .roots
            .iter()
            .filter(|root| path.starts_with(&root.folder));
        let inner = around.max_by_key(|root| root.folder.components().count());
        Arc::clone(&inner.unwrap_or(&self.outside).workspace)
    }
}

/// The folders that the client has open. Older clients name one, in one of two ways.
fn roots(params: &InitializeParams) -> Vec<PathBuf> {
    if let Some(folders) = &params.workspace_folders {
        return folders.iter().map(|it| convert::path(&it.uri)).collect();
    }
    #[allow(deprecated)]
    let (uri, path) = (&params.root_uri, &params.root_path);
    let uri = uri.as_ref().map(convert::path);
    let path = path.as_ref().map(PathBuf::from);
    uri.or(path).into_iter().collect()
}
