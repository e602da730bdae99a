"""What PyYAML makes of a document, written like the library's own account of it."""

import datetime
import io
import struct
import sys

import yaml


def plain(text):
    """A text in printable ASCII, without the characters that JSON escapes."""
    if text.isascii() and text.isprintable() and not any(c in text for c in '<"\\'):
        return text
    return "".join(
        c if " " <= c <= "~" and c not in '<"\\' else "<%x>" % ord(c) for c in text
    )


def opened(document):
    """The document as hpx opens a file: UTF-8, any line break read as a newline."""
    return io.TextIOWrapper(io.BytesIO(document), encoding="utf-8")


def byte_offsets(document):
    """The offset in the document of each character that PyYAML sees, and of the end."""
    offsets = []
    offset = 0
    text = document.decode("utf-8")
    for at, character in enumerate(text):
        if not (character == "\n" and at and text[at - 1] == "\r"):
            offsets.append(offset)
        offset += len(character.encode("utf-8"))
    offsets.append(offset)
    return offsets


class Tokens(yaml.SafeLoader):
    """A loader that keeps the tokens whose places are compared."""

    def __init__(self, stream):
        self.kept = []
        super().__init__(stream)

    def get_token(self):
        token = super().get_token()
        if isinstance(token, (yaml.ScalarToken, yaml.AnchorToken, yaml.TagToken)):
            self.kept.append(token)
        return token


STYLES = {"'": "single", '"': "double", "|": "literal", ">": "folded", None: "plain"}


def flag(value):
    return "true" if value else "false"


def events(document):
    """The events of all documents, or None where the grammar is broken."""
    try:
        loader = Tokens(opened(document))
        read = []
        while loader.check_event():
            event = loader.get_event()
            read.append((event, list(loader.kept)))
            loader.kept.clear()
    except Exception:
        return None
    offsets = byte_offsets(document)
    return [written_event(event, tokens, offsets) for event, tokens in read]


def place(mark_holder, offsets):
    return "%d %d" % (
        offsets[mark_holder.start_mark.index],
        offsets[mark_holder.end_mark.index],
    )


def token_of(kind, tokens):
    found = [token for token in tokens if isinstance(token, kind)]
    return found[0] if found else None


def written_event(event, tokens, offsets):
    if isinstance(event, yaml.StreamStartEvent):
        return "+stream"
    if isinstance(event, yaml.StreamEndEvent):
        return "-stream"
    if isinstance(event, yaml.DocumentStartEvent):
        version = "%d.%d" % event.version if event.version else ""
        tags = sorted((event.tags or {}).items(), key=lambda tag: tag[0].encode())
        tags = " ".join("%s=%s" % (plain(h), plain(p)) for h, p in tags)
        return "+document %s %s %s" % (flag(event.explicit), version, tags)
    if isinstance(event, yaml.DocumentEndEvent):
        return "-document %s" % flag(event.explicit)
    if isinstance(event, yaml.AliasEvent):
        return "*%s %s" % (event.anchor, place(event, offsets))
    if isinstance(event, yaml.SequenceEndEvent):
        return "-sequence"
    if isinstance(event, yaml.MappingEndEvent):
        return "-mapping"
    if isinstance(event, yaml.ScalarEvent):
        line = written_scalar_event(event, token_of(yaml.ScalarToken, tokens), offsets)
    else:
        kind = "sequence" if isinstance(event, yaml.SequenceStartEvent) else "mapping"
        line = "+%s %s" % (kind, flag(event.flow_style))
    return line + written_properties(event, tokens, offsets)


def written_scalar_event(event, token, offsets):
    style = STYLES[token.style] if token else "empty"
    where = place(token, offsets) if token else ""
    by_text, quoted = event.implicit
    # The second flag says no more than that there is neither a tag nor plain text.
    assert quoted == (event.tag is None and not by_text)
    return "= %s %s %s %s" % (style, flag(by_text), where, plain(event.value))


def written_properties(event, tokens, offsets):
    line = ""
    if event.anchor is not None:
        anchor = place(token_of(yaml.AnchorToken, tokens), offsets)
        line += " &%s %s" % (event.anchor, anchor)
    if event.tag is not None:
        line += " !%s %s" % (plain(event.tag), place(token_of(yaml.TagToken, tokens), offsets))
    return line


class Values:
    """Writes values; a collection met again is written as a reference."""

    def __init__(self):
        self.met = {}

    def written(self, value):
        if isinstance(value, (dict, list, set)):
            if id(value) in self.met:
                return "@%d" % self.met[id(value)]
            self.met[id(value)] = len(self.met)
        if isinstance(value, dict):
            return "{%s}" % "".join(
                "%s:%s," % (self.written(key), self.written(item))
                for key, item in value.items()
            )
        if isinstance(value, list):
            return "[%s]" % "".join("%s," % self.written(item) for item in value)
        if isinstance(value, tuple):
            return "(%s)" % ",".join(self.written(item) for item in value)
        if isinstance(value, set):
            keys = sorted((written_scalar(key) for key in value), key=str.encode)
            return "set{%s}" % ",".join(keys)
        return written_scalar(value)


def written_scalar(value):
    if value is None:
        return "None"
    if isinstance(value, bool):
        return "bool %s" % flag(value)
    if isinstance(value, int):
        return "int %s%x" % ("-" if value < 0 else "", abs(value))
    if isinstance(value, float):
        if value != value:
            return "float nan"
        return "float %016x" % struct.unpack("<Q", struct.pack("<d", value))[0]
    if isinstance(value, str):
        return "'%s'" % plain(value)
    if isinstance(value, bytes):
        return "bytes %s" % value.hex()
    if isinstance(value, datetime.datetime):
        zone = value.utcoffset()
        zone = None if zone is None else int(zone.total_seconds()) // 60
        return "time %d-%d-%d %d:%d:%d.%d %s" % (
            value.year, value.month, value.day, value.hour, value.minute, value.second,
            value.microsecond, zone,
        )
    if isinstance(value, datetime.date):
        return "date %d-%d-%d" % (value.year, value.month, value.day)
    raise TypeError(type(value))


def account(document):
    """The account of one document: accepted, events, value."""
    read = events(document)
    try:
        value = yaml.safe_load(opened(document))
    except Exception:
        return {"accepted": False, "events": read, "value": None}
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(100_000)
    try:
        written = Values().written(value)
    finally:
        sys.setrecursionlimit(limit)
    return {"accepted": True, "events": read, "value": written}
