//! A writer of flatbuffers: what is described as a tree of nodes, each node
//! followed by those it refers to, equal vtables shared.

/// Something that an offset can lead to.
#[derive(Clone)]
pub enum Node {
    /// Fields by their schema id, absent ones left out.
    Table(Vec<(u16, Field)>),
    Tables(Vec<Node>),
    I32s(Vec<i32>),
    I64s(Vec<i64>),
    F32s(Vec<f32>),
    Bytes(Vec<u8>),
    Text(String),
}

/// The value of a table's field.
#[derive(Clone)]
pub enum Field {
    I8(i8),
    U8(u8),
    I32(i32),
    U32(u32),
    F32(f32),
    Ref(Node),
}

/// The file with this identifier and root table.
pub fn write(identifier: [u8; 4], root: &Node) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.file.extend([0; 4]);
    writer.file.extend(identifier);
    let at = writer.node(root);
    writer.patch(0, at);
    writer.file
}

#[derive(Default)]
struct Writer {
    file: Vec<u8>,
    vtables: Vec<(usize, Vec<u8>)>,
}

impl Writer {
    /// Append a node and all below it; where it begins.
    fn node(&mut self, what: &Node) -> usize {
        match what {
            Node::Table(fields) => self.table(fields),
            Node::Tables(nodes) => {
                let at = self.vector(nodes.len(), 4, &vec![0; 4 * nodes.len()]);
                for (index, child) in nodes.iter().enumerate() {
                    let target = self.node(child);
                    self.patch(at + 4 + 4 * index, target);
                }
                at
            }
            Node::I32s(items) => self.vector(items.len(), 4, &bytes_of(items, |i| i.to_le_bytes())),
            Node::I64s(items) => self.vector(items.len(), 8, &bytes_of(items, |i| i.to_le_bytes())),
            Node::F32s(items) => self.vector(items.len(), 4, &bytes_of(items, |i| i.to_le_bytes())),
            Node::Bytes(bytes) => self.vector(bytes.len(), 16, bytes),
            Node::Text(text) => {
                let at = self.vector(text.len(), 4, text.as_bytes());
                self.file.push(0);
                at
            }
        }
    }

    /// A table, four-byte fields before the single bytes.
    fn table(&mut self, fields: &[(u16, Field)]) -> usize {
        let mut fields: Vec<_> = fields.iter().collect();
        fields.sort_by_key(|(_, field)| width(field) == 1);
        let vtable = self.vtable(&fields);
        self.align(4);
        let start = self.file.len();
        let back = start as i32 - vtable as i32;
        self.file.extend(back.to_le_bytes());
        let mut children = Vec::new();
        for (_, field) in fields {
            match field {
                Field::I8(value) => self.file.extend(value.to_le_bytes()),
                Field::U8(value) => self.file.push(*value),
                Field::I32(value) => self.file.extend(value.to_le_bytes()),
                Field::U32(value) => self.file.extend(value.to_le_bytes()),
                Field::F32(value) => self.file.extend(value.to_le_bytes()),
                Field::Ref(child) => {
                    children.push((self.file.len(), child));
                    self.file.extend([0; 4]);
                }
            }
        }
        for (at, child) in children {
            let target = self.node(child);
            self.patch(at, target);
        }
        start
    }

    /// The vtable of a table with these fields in this order, an earlier one if equal.
    fn vtable(&mut self, fields: &[&(u16, Field)]) -> usize {
        let slots = fields.iter().map(|(id, _)| id + 1).max().unwrap_or(0);
        let mut slots = vec![0u16; usize::from(slots)];
        let mut size = 4;
        for (id, field) in fields {
            slots[usize::from(*id)] = size;
            size += width(field);
        }
        let head = [4 + 2 * slots.len() as u16, size];
        let bytes = bytes_of(&[&head, slots.as_slice()].concat(), |i| i.to_le_bytes());
        if let Some((at, _)) = self.vtables.iter().find(|(_, known)| *known == bytes) {
            return *at;
        }
        self.align(2);
        let at = self.file.len();
        self.file.extend(&bytes);
        self.vtables.push((at, bytes));
        at
    }

    /// A count and its elements, which begin at a multiple of `align`.
    fn vector(&mut self, len: usize, align: usize, bytes: &[u8]) -> usize {
        self.align(4);
        while !(self.file.len() + 4).is_multiple_of(align) {
            self.file.push(0);
        }
        let at = self.file.len();
        self.file.extend((len as u32).to_le_bytes());
        self.file.extend(bytes);
        at
    }

    fn align(&mut self, to: usize) {
        while !self.file.len().is_multiple_of(to) {
            self.file.push(0);
        }
    }

    /// Let the offset at a place lead to another one behind it.
    fn patch(&mut self, at: usize, target: usize) {
        let offset = (target - at) as u32;
        self.file[at..at + 4].copy_from_slice(&offset.to_le_bytes());
    }
}

fn width(field: &Field) -> u16 {
    match field {
        Field::I8(_) | Field::U8(_) => 1,
        _ => 4,
    }
}

fn bytes_of<T, const N: usize>(items: &[T], bytes: impl Fn(&T) -> [u8; N]) -> Vec<u8> {
    items.iter().flat_map(bytes).collect()
}
