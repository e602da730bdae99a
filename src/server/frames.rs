//! Messages to and from the client, as the protocol's base frames them.

use std::io::{self, BufRead, BufReader, Read, Write};

/// The largest message that is taken: sixteen times the largest profile.
const LARGEST: usize = 64 << 20;

/// The longest line of a header.
const LONGEST_HEADER: u64 = 4096;

/// What comes from the client.
#[derive(Debug, PartialEq, Eq)]
pub enum Incoming {
    /// The content of one frame.
    Content(Vec<u8>),
    /// Something that is no frame; where the next would begin is not known.
    Broken(String),
    /// The client has closed its side.
    End,
}

/// Reads frames.
#[derive(Debug)]
pub struct Reader<R> {
    input: BufReader<R>,
}

impl<R: Read> Reader<R> {
    /// Nothing is read yet.
    pub fn new(input: R) -> Self {
        let input = BufReader::with_capacity(64 << 10, input);
        Reader { input }
    }

    /// The next frame.
    pub fn next(&mut self) -> Incoming {
        match self.header() {
            Ok(Header::Length(length)) => self.content(length),
            Ok(Header::Broken(why)) => Incoming::Broken(why),
            Ok(Header::End) => Incoming::End,
            Err(error) => Incoming::Broken(error.to_string()),
        }
    }

    fn content(&mut self, length: usize) -> Incoming {
        let mut content = Vec::new();
        match (&mut self.input)
            .take(length as u64)
            .read_to_end(&mut content)
        {
            Ok(read) if read == length => Incoming::Content(content),
            Ok(read) => Incoming::Broken(format!(
                "the input ends after {read} of the {length} bytes of a message"
            )),
            Err(error) => Incoming::Broken(error.to_string()),
        }
    }

    fn header(&mut self) -> io::Result<Header> {
        let mut length = None;
        let mut first = true;
        loop {
            let mut line = Vec::new();
            let mut input = (&mut self.input).take(LONGEST_HEADER);
            input.read_until(b'\n', &mut line)?;
            if line.is_empty() && first {
                return Ok(Header::End);
            }
            first = false;
            let Some(line) = line.strip_suffix(b"\n") else {
                return Ok(Header::Broken("a header without an end".to_owned()));
            };
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            if line.is_empty() {
                break;
            }
            if let Some(field) = content_length(line) {
                let Some(bytes) = field.filter(|bytes| *bytes <= LARGEST) else {
                    let line = String::from_utf8_lossy(line).into_owned();
                    return Ok(Header::Broken(format!("cannot take `{line}`")));
                };
                length = Some(bytes);
            } else if !line.contains(&b':') {
                let line = String::from_utf8_lossy(line).into_owned();
                return Ok(Header::Broken(format!("`{line}` is no header")));
            }
        }
        Ok(match length {
            Some(length) => Header::Length(length),
            None => Header::Broken("a header without Content-Length".to_owned()),
        })
    }
}

enum Header {
    Length(usize),
    Broken(String),
    End,
}

/// `None` where it is another header; the inner one where the length is no number.
fn content_length(line: &[u8]) -> Option<Option<usize>> {
    let line = str::from_utf8(line).ok()?;
    let (name, value) = line.split_once(':')?;
    let wanted = name.trim().eq_ignore_ascii_case("content-length");
    wanted.then(|| value.trim().parse().ok())
}

/// Writes one frame.
pub fn write(output: &mut dyn Write, content: &[u8]) -> io::Result<()> {
    write!(output, "Content-Length: {}\r\n\r\n", content.len())?;
    output.write_all(content)?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(input: &str) -> Vec<Incoming> {
        let mut reader = Reader::new(input.as_bytes());
        let mut all = Vec::new();
        loop {
            let next = reader.next();
            let last = !matches!(next, Incoming::Content(_));
            all.push(next);
            if last {
                return all;
            }
        }
    }

    fn content(text: &str) -> Incoming {
        Incoming::Content(text.as_bytes().to_vec())
    }

    fn broken(why: &str) -> Incoming {
        Incoming::Broken(why.to_owned())
    }

    #[test]
    fn frames_are_read_one_after_the_other() {
        let input = "Content-Length: 2\r\n\r\n{}content-type: x\r\nCONTENT-LENGTH:3\n\n[1]";
        assert_eq!(read(input), [content("{}"), content("[1]"), Incoming::End]);
        assert_eq!(read(""), [Incoming::End]);
    }

    #[test]
    fn what_is_no_frame_is_told() {
        for (input, why) in [
            ("{}\n", "`{}` is no header"),
            ("Content-Length: 5\r\n", "a header without an end"),
            ("X: 5\r\n\r\n", "a header without Content-Length"),
            (
                "Content-Length: -1\r\n\r\n",
                "cannot take `Content-Length: -1`",
            ),
            (
                "Content-Length: 99999999999\r\n\r\n",
                "cannot take `Content-Length: 99999999999`",
            ),
            (
                "Content-Length: 5\r\n\r\n{}",
                "the input ends after 2 of the 5 bytes of a message",
            ),
        ] {
            assert_eq!(read(input), [broken(why)], "{input}");
        }
        let long = "x".repeat(10_000);
        assert_eq!(read(&long), [broken("a header without an end")]);
    }

    #[test]
    fn a_frame_is_written_with_its_length_in_bytes() {
        let mut output = Vec::new();
        write(&mut output, "\"é\"".as_bytes()).unwrap();
        assert_eq!(output, "Content-Length: 4\r\n\r\n\"é\"".as_bytes());
    }
}
