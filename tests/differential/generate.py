"""Documents to read, each made from a seed and its number alone."""

import random

FRAGMENTS = [
    "a", "b", "key", "x y", "-", "- ", "-- ", "--", "?", "? ", ":", ": ", ":\n", "a: ", "a:", "b: ",
    ",", ", ", "[", "]", "{", "}", "[]", "{}", "[a, b]", "{a: b}", "{a: b, ", "[a: ", "[? ", "#", " #c",
    "# comment\n", "&a ", "&b ", "*a", "*b", "*a ", "&a", "!", "! ", "!!", "!!str ", "!!int ", "!!map ",
    "!!seq ", "!!set ", "!<tag:yaml.org,2002:str> ", "!e!x ", "!x ", "|", ">", "|\n", ">\n", "|-\n", ">+\n",
    "|2\n", ">1-\n", "'", '"', "''", '""', "'a'", '"a"', "'a b'", '"\\n"', '"\\x41"', '"a\\\n  b"', "\\",
    "%", "%YAML 1.1\n", "%TAG !e! tag:e,1:\n", "@", "`", " ", "  ", "    ", "\n", "\n", "\n\n", "\n ", "\n  ",
    "\n    ", "\n- ", "\n  - ", "\na: ", "\n  a: ", "\n  b: ", "\t", "\n\t", "---\n", "---", "--- ", "\n---\n",
    "...\n", "\n...\n", "<<: ", "<<", "=", "= ", "=: ", "1", "0x1F", "1.5", "true", "null", "~", "2024-01-02",
    "2024-13-01", "12:30:45", ".inf", "\ufeff", "\x85", "\u2028", "\u2029", "\r\n", "\r", "é", "日本", "😀",
    "a?b", "?a", ":a", "a:b", "a#b", "-a", "...a", "---a", "{{ x }}", "${x}", "\\d", "http://x?y=1", "**/*.py",
]

SCALARS = [
    "", "~", "null", "Null", "NULL", "nULL", "none", "None", "yes", "Yes", "YES", "yEs", "y", "n", "no", "on", "Off",
    "OFF", "true", "True", "TRUE", "tRUE", "false", "0", "-0", "+1", "12", "1_000", "1__0", "1_", "_1", "--1", "+-1",
    "010", "007", "00", "0_", "0o17", "08", "09", "0_8", "018", "0b101", "0b", "0b_", "0b12", "0x1F", "-0x1F", "0x",
    "0x_", "0xG", "0xfF_", "1:30", "22:22", "1:5", "190:20:30", "01:30", "0:30", "1:60", "8080:80", "-1:30", "1:30:",
    "1.", "1.5", "09.5", "1.0e+3", "1.e+3", "1_0.5_0", "1.0e+400", "1e3", "1.0e3", "1e+3", "1.0e+_1", "1.5.2", ".5",
    ".5_", ".5e+3", "-.5", "+.5", ".5e3", "._5", ".", "1:30.5", "01:30.5", "1:30.", "1:60.5", ".inf", "-.inf", "+.INF",
    ".iNF", ".nan", ".NaN", "-.nan", "inf", "NaN", "-0.0", "0.1", "1e-400", "4.9e-324", "1.7976931348623157e+308",
    "9007199254740993", "9007199254740993.0", "18446744073709551616", "2024-01-02", "2024-1-2", "2024-01", "2024-02-30",
    "2023-02-29", "2024-02-29", "1900-02-29", "2000-02-29", "0000-01-01", "0001-01-01", "9999-12-31", "2024-13-01",
    "2024-01-02 03:04:05", "2024-1-2 3:04:05", "2024-01-02 03:04", "2024-1-2 3:4:5", "2024-01-02T03:04:05Z",
    "2024-01-02t03:04:05.123456789 +5", "2024-01-02 03:04:05. -5:30", "2024-01-02 24:00:00", "2024-01-02 23:59:60",
    "2024-01-02 03:04:05 +24", "2024-01-02 03:04:05 -23:59", "2024-01-02 03:04:05 +23:60", "2024-01-02  3:04:05\t",
    "2024-01-02 03:04:05.1 Z", "2024-01-02 03:04:05 z", "2024-01-02 03:04:05 -00:00", "<<", "=", "!", "&", "*", "a", "a b",
    "a:b", "a: b", "a #b", "a#b", "#a", "- a", "-a", "?a", "? a", ":a", "[a", "a]", "{a", "a}", "a,b", "@a", "`a", "%a",
    "|a", ">a", "'a", "a'b", '"a', 'a"b', "\\a", "é", "日本語", "😀 x", "a\tb", "a\t", "\ta", "a b c", "١٢", "１２", "−1", "²",
]

TAGS = [
    "!!null", "!!bool", "!!int", "!!float", "!!binary", "!!timestamp", "!!str", "!!seq", "!!map", "!!set", "!!omap",
    "!!pairs", "!!merge", "!!value", "!!yaml", "!!python/none", "!", "!x", "!<tag:yaml.org,2002:int>", "!<!>", "!<x>",
    "!%21", "!!st%72", "!!%69nt", "!<tag:yaml.org,2002:%73tr>", "!!", "!e!x", "!!str,", "!%C3%A9", "!%C3", "!a%zz",
]

TAGGED_TEXTS = [
    "", " ", " 12 ", "12\n", "\n12", "0x1F", "0b11", "0o17", "0O17", "0B1", "0X1f", "0b0b1", "0x0x1f", "-0x-5", "--5", "+-5",
    "- 5", "-", "+", "_", "__", "1:-5", "1:", ":1", "1: 5", "0:30", "1e3", "1E5", "infinity", "-inf", "nan", "-nan",
    ".nan", "+.nan", ".NAN", "_.nan", "1.5.2", "0x1.8p1", "1_0", "e5", "1e", "maybe", "yes", "YES", "yEs", "yes\n", "no ", "~",
    "2024-1-2", "2024-01-02\n", "2024-01-02\n\n", "2024-1-2 3:04:05", "tomorrow", "<<", "<<\n", "=", "=\n", "\n", "!",
    "aGVsbG8=", "aGVsbG8", "aGVsbG", "a", "ab", "abc", "abcd", "ab==", "ab=c", "ab=c=", "a=b=c=d=", "====", "=ab==", "aGVs\nbG8=",
    "a-b_c*d", "ab==cd", "abc=d", "é", "١٢", "١.٢", "\u30001\u3000", "\xa012\x85", "1\x1c", "\x1c1é", "٣:٤", "1:30.5:2", "1:inf",
    "12345678901234567890", "1" * 4300, "1" * 4301, " " + "0" * 4301, "0" + "7" * 5000, "0x" + "f" * 5000, "1:" + "0" * 4301,
    "2:" * 150 + "3.5", "2:" * 180 + "3.5", "2:" * 180 + "3", "1e400", "-1e-400", "0.1e1_0", "1\0", "١٢a", "𝟏𝟐", "1²",
]


def quoted(text, random):
    """A text in double quotes, with escapes where they are needed."""
    parts = []
    for character in text:
        if character in '"\\':
            parts.append("\\" + character)
        elif " " <= character <= "~" or character in "é١٢٣٤日\u3000𝟏𝟐²":
            parts.append(character)
        elif ord(character) < 256:
            parts.append("\\x%02x" % ord(character))
        else:
            parts.append("\\u%04x" % ord(character))
    return '"%s"' % "".join(parts)


def soup(random):
    """Any fragments in any order."""
    return "".join(random.choice(FRAGMENTS) for _ in range(random.randint(1, 14)))


def small_soup(random):
    """Few kinds of fragment, so that they meet often."""
    some = random.sample(FRAGMENTS, 6) + ["\n", "a", ": ", "\n  "]
    return "".join(random.choice(some) for _ in range(random.randint(2, 12)))


def scalar(random):
    """A scalar in some style that most likely holds."""
    kind = random.random()
    if kind < 0.6:
        return random.choice(SCALARS)
    if kind < 0.75:
        return "'%s'" % random.choice(SCALARS).replace("'", "''")
    return quoted(random.choice(SCALARS), random)


SAFE = ["a", "b1", "arena_size", "x-y", "tcm", "12", "1.5", "true", "null", "models/kws.tflite", "a b c", "0x40", "1_000"]


def safe(random):
    kind = random.random()
    if kind < 0.8:
        return random.choice(SAFE)
    if kind < 0.9:
        return "'%s'" % random.choice(SAFE)
    return '"%s"' % random.choice(SAFE)


def flow(random, depth):
    if depth <= 0 or random.random() < 0.4:
        return safe(random)
    count = random.randint(0, 3)
    if random.random() < 0.5:
        return "[%s]" % ", ".join(flow(random, depth - 1) for _ in range(count))
    pairs = ("%s: %s" % (safe(random), flow(random, depth - 1)) for _ in range(count))
    return "{%s}" % ", ".join(pairs)


def comment(random):
    return random.choice(["", "", "", "", "  # note", " # a: b [", "   #"])


def block_scalar(random, indent):
    header = random.choice("|>") + random.choice(["", "", "-", "+", "2", "-2", "2+"])
    lines = []
    for _ in range(random.randint(0, 4)):
        margin = indent + random.choice(["  ", "  ", "  ", "   ", " ", "\t"])
        lines.append(random.choice(["", margin + "text", margin + "- x: y", margin + "# no", margin]))
    return header + comment(random) + "\n" + "\n".join(lines) + "\n"


def block(random, depth, indent):
    """The lines of a mapping or a list, indented."""
    lines = []
    is_list = random.random() < 0.3
    for number in range(random.randint(1, 5)):
        if random.random() < 0.1:
            lines.append(random.choice(["\n", indent + "# comment\n", "  # odd\n"]))
        key = "- " if is_list else random.choice(["k%d" % number, "k", '"q %d"' % number, "a b"]) + ":"
        space = "" if is_list else " "
        kind = random.random()
        if kind < 0.5 or depth <= 0:
            lines.append(indent + key + space + safe(random) + comment(random) + "\n")
        elif kind < 0.62:
            lines.append(indent + key + space + flow(random, 2) + comment(random) + "\n")
        elif kind < 0.7:
            lines.append(indent + key + space + block_scalar(random, indent))
        elif kind < 0.76:
            folded = ("\n" + indent + "   ").join(random.choice(SAFE) for _ in range(3))
            lines.append(indent + key + space + folded + "\n")
        elif is_list:
            inner = block(random, depth - 1, indent + "  ")
            lines.append(indent + "- " + inner[len(indent) + 2 :] if inner.startswith(indent + "  ") else indent + "-\n" + inner)
        else:
            deeper = indent + random.choice(["  ", "  ", "    ", " "])
            lines.append(indent + key + comment(random) + "\n" + block(random, depth - 1, deeper))
    return "".join(lines)


def config(random):
    """A document that is most likely sound."""
    return random.choice(["", "", "# first\n", "---\n"]) + block(random, 3, "")


HOT = list(" \n:-#'\"[]{},&*!|>%@`?\t\\=<~0") + ["\n  ", ": ", " #", "- ", "\n\n", "\r", "\x85", "\u2028", "\ufeff", "é", "..."]


def mutated(random):
    """A sound document with a few edits."""
    text = config(random)
    for _ in range(random.randint(1, 3)):
        at = random.randint(0, len(text))
        kind = random.random()
        if kind < 0.45:
            text = text[:at] + random.choice(HOT) + text[at:]
        elif kind < 0.65:
            text = text[:at] + text[at + random.randint(1, 4) :]
        else:
            text = mutated_lines(text, random)
    return text


def mutated_lines(text, random):
    lines = text.split("\n")
    at = random.randrange(len(lines))
    kind = random.randint(0, 4)
    if kind == 0:
        lines[at] = " " * random.randint(1, 3) + lines[at]
    elif kind == 1:
        lines[at] = lines[at][random.randint(1, 3) :]
    elif kind == 2:
        lines.insert(at, random.choice(FRAGMENTS))
    elif kind == 3:
        lines.insert(at, random.choice(lines))
    else:
        del lines[at]
    return "\n".join(lines)


def truncated(random):
    text = config(random)
    return text[: random.randint(0, len(text))]


def damaged(random):
    """Bytes that may be no text at all."""
    data = bytearray(config(random).encode())
    for _ in range(random.randint(1, 2)):
        at = random.randint(0, len(data))
        odd = [b"\0", b"\x01", b"\x1b", b"\x7f", b"\xc2\x80", b"\xc2\x9f", b"\xc2\x85", b"\xff", b"\xc3", b"\xed\xa0\x80",
               b"\xef\xbf\xbe", b"\xef\xbb\xbf", b"\xc2\xa0", b"\xf4\x8f\xbf\xbf", b"\xe2\x80\xa8", b"\xc0\xaf", b"\x0b", b"\x0c"]
        data[at:at] = random.choice(odd)
    return bytes(data)


def at_position(text, random):
    """A scalar at one of the places where one can stand."""
    tag = random.choice([""] * 6 + TAGS)
    anchor = random.choice(["", "", "", "&x "])
    text = anchor + (tag + " " if tag else "") + text
    return random.choice([
        "%s", "a: %s", "a: %s\n", "- %s\n", "%s: v", "? %s\n: v", "[%s]", "[a, %s, b]", "{%s: v}", "{k: %s}", "a:\n  %s\n",
        "a:\n  - %s\n  - b\n", "--- %s\n", "- - %s\n", "[%s: v]", "{%s}", "a: {b: [%s]}\n", "k: %s # c\n", "a: %s\nb: *x\n",
    ]) % text


def positioned(random):
    return at_position(scalar(random), random)


def tagged(random):
    """A text, often in quotes, under a tag."""
    text = random.choice(TAGGED_TEXTS)
    tag = random.choice(TAGS[:8] + ["!"] + TAGS)
    form = random.random()
    if form < 0.6:
        body = quoted(text, random)
    elif form < 0.7 and "\0" not in text:
        body = "|\n  " + text.replace("\n", "\n  ") + "\n"
    else:
        body = text if len(text) < 50 else quoted(text, random)
    frame = random.choice(["%s", "a: %s\n", "- %s\n", "{%s: 1}", "{a: 1, %s: 2, b: 3}"])
    return frame % ("%s %s" % (tag, body))


def number(random):
    """Characters that numbers and dates are made of."""
    digits = random.choice(["0123456789", "01", "0123456789_", "0123456789:.", "0123456789eE+-._", "0123456789-:T Z+."])
    text = "".join(random.choice(digits) for _ in range(random.randint(1, 12)))
    text = random.choice(["", "", "", "-", "+", "0x", "0b", "0", "."]) + text
    return random.choice(["%s", "a: %s", "[%s]", "{%s: 1}", "{1: a, %s: b}", "! '%s'", "!!int %s", "!!float '%s'"]) % text


def date(random):
    """A date, and perhaps a time, near the bounds."""
    pick = random.choice
    text = "%s-%s-%s" % (pick(["2024", "2023", "1900", "0000", "0001", "9999", "24"]), pick(["01", "1", "02", "12", "13", "00", "6"]),
                         pick(["01", "2", "28", "29", "30", "31", "32", "00"]))
    if random.random() < 0.7:
        text += pick(["T", "t", " ", "  ", "\t", ""]) + "%s:%s:%s" % (pick(["0", "03", "23", "24", "7"]), pick(["00", "59", "60", "5"]), pick(["00", "59", "60", "1"]))
        text += pick(["", "", ".", ".5", ".123456", ".1234567", ".000001"])
        text += pick(["", "", "Z", " Z", "+1", " +01:30", "-23:59", "+24:00", "+23:60", " -00:00", "+5:3", "\tZ", " ", "z"])
    if random.random() < 0.2:
        return "{%s: 1, 2024-01-02 03:04:05 +00:00: 2, 2024-01-02T01:04:05-2: 3, 2024-01-02 03:04:05: 4}" % text
    return pick(["%s", "a: %s", "- %s", "{%s: 1}", "[%s]", "!!timestamp %s", "!!timestamp '%s'", "! '%s'"]) % text


ESCAPES = ["\\n", "\\t", "\\x41", "\\xe9", "\\u00e9", "\\ud83d", "\\ude00", "\\ufffd", "\\U0001F600", "\\U00110000", "\\UFFFFFFFF", "\\0",
           "\\a", "\\e", "\\N", "\\_", "\\L", "\\P", "\\/", "\\ ", "\\\t", "\\\\", '\\"', "\\\n", "\\\n  ", "\\\r\n ", "\\x4", "\\q", "\\u12",
           "\\\x85 ", "\\\u2028", "\\'", "''", "'", " ", "  ", "\t", "\n", "\n ", "\n\n", " \n", "\n\t", "\r\n", "\u2028", "\x85", "a", "b", "é",
           "\n---", "\n--- ", "\n...\n", "\n---a", "\n ---", "#", ": ", "- ", "\ufeff"]


def escaped(random):
    """A quoted scalar full of escapes, blanks and line breaks."""
    quote = random.choice("\"\"\"'")
    body = "".join(random.choice(ESCAPES) for _ in range(random.randint(0, 7)))
    text = quote + body + (quote if random.random() < 0.95 else "")
    return random.choice(["%s", "a: %s", "a: %s\nb: c\n", "- %s", "[%s, x]", "{%s: 1, \"\\ud83d\": 2}", "%s: 1", "? %s\n", "a:\n  %s\n"]) % text


LINES = ["", " ", "  ", "   ", "    ", "text", "  text", "   more", " less", "\ttab", "  \ttab", "# no", "  # no", "- a", "  - a", "a: b",
         "  a: b", "---", "...", "  end ", "  é", "  \u2028x", "  a\x85  b", "\ufeff  x", "  \ufeffx"]


def block_text(random):
    """A block scalar with odd headers and lines."""
    header = random.choice(["|", ">", "|-", ">-", "|+", ">+", "|1", "|2", ">2", "|2-", "|-2", ">+1", "|0", "|10", "|--", "|-+", "| #c", "|#c",
                            "|\t", "|- # c", "|a", ">3", "|9", "&a |", "!!str |", "! >", "!!int |"])
    lines = [random.choice(LINES) for _ in range(random.randint(0, 6))]
    newline = random.choice(["\n"] * 5 + ["\r\n", "\r", "\x85", "\u2028"])
    frame = random.choice(["%s", "a: %s", "a:\n  b: %s", "- %s", "- - %s", "? %s", "a: %s", "k:\n- %s", "[%s", "--- %s"])
    return frame % (header + newline + newline.join(lines)) + random.choice(["", "\n", "\n\n", "\nz: 1\n", "\n  z: 1\n"])


def graph(random):
    """Mappings that merge each other, and aliases to anything."""
    names = ["p", "q", "r", "s"]
    defined = []

    def target():
        kind = random.random()
        if defined and kind < 0.8:
            return "*" + random.choice(defined)
        return random.choice(["{a: 9}", "{}", "*p", "x", "", "[{a: 7}, {b: 8}]", "!foo {c: 1}", "!!set {d}"])

    def entry(depth):
        kind = random.random()
        if kind < 0.3:
            return "<<: " + target()
        if kind < 0.45:
            return "<<: [%s]" % ", ".join(target() for _ in range(random.randint(0, 4)))
        if kind < 0.5:
            return random.choice(['"<<": 1', "=: 5", "&k <<: *p", "*k : {a: 3}", "? <<\n", "<<", "!!merge x: {e: 4}", "&e =: 1", "[*e]", "{a: *e}"])
        if kind < 0.6 and depth:
            return "%s: %s" % (random.choice("abcd"), mapping(depth - 1))
        if kind < 0.7:
            return "%s: %s" % (random.choice("abcd"), target())
        return "%s: %d" % (random.choice(["a", "b", "c", "d", "1", "1.0", "true", "yes", '"1"', ".nan", "!!float nan", "~", "2024-01-02", "*p "]), random.randint(0, 9))

    def mapping(depth):
        anchor = ""
        if names and random.random() < 0.6:
            name = names.pop(0)
            anchor = "&%s " % name
            defined.append(name)
        tag = random.choice([""] * 8 + ["!!map ", "!!set ", "!!str ", "!!int ", "!foo "])
        entries = [entry(depth) for _ in range(random.randint(0, 4))]
        return anchor + tag + "{%s}" % ", ".join(entries)

    items = [mapping(2) for _ in range(random.randint(1, 4))]
    return "".join(
        random.choice(["- %s\n", "- {w: %s}\n", "- [[%s]]\n"]) % item for item in items)


def collection(random):
    """Tagged collections."""
    pick = random.choice
    body = pick(["{a: 1}", "{a, b}", "{}", "[]", "[a]", "[{a: 1}, {b: 2}]", "[{a: 1, b: 2}]", "[a: 1, b: 2]", "[[a]]", "[{}]", "[*x]", "{=: v}",
                 "{=: {=: 12}}", "{a: 1, =: 2024-01-02, b: !foo c}", "{=: [1]}", "[{<<: {a: 1}}]", "[{=: 1}]", "{<<: {a: 1}, b: 2}", "[<<: {a: 1}]",
                 "{? [a] : 1}", "{!!str {=: k}: 1}", "{{a: 1}: 2}", "{!!set {a}: 1}", "{1, 1.0, true}", "[!foo {a: 1}]", "{!!value x: 1}", "{! =: 1}",
                 "{? {=: 1} : 2}", "[&m {<<: {a: 1}}, *m]", "{a: {b: {c: [d, {e: f}]}}}"])
    tag = pick(TAGS)
    frame = pick(["%s", "- %s\n", "k: %s\n", "&x %s", "[%s, z]", "- &x {a: 1}\n- %s\n", "{%s: 1}", "- {<<: %s, z: 1}\n", "- {<<: [%s], z: 1}\n",
                  "- %s\n- !!omap [*x]\n"])
    return frame % ("%s %s" % (tag, body))


def documents(random):
    """Directives, markers and several documents."""
    parts = ["%YAML 1.1\n", "%YAML 1.2\n", "%YAML 01.007\n", "%YAML 2.0\n", "%YAML 1\n", "%YAML 1.1 # c\n", "%YAML\t1.1\n", "%FOO bar baz\n", "%\n",
             "%TAG ! tag:yaml.org,2002:\n", "%TAG !! tag:x,1:\n", "%TAG !e! tag:yaml.org,2002:\n", "%TAG !e! !\n", "%TAG e x\n", "%TAG !e!\n", "---\n", "---",
             "--- a\n", "--- |\n  x\n", "--- {a: 1}\n", "...\n", "... # c\n", "...a\n", "a: 1\n", "- b\n", "!str x\n", "!e!int 5\n", "!!int 5\n", "# c\n",
             "\n", "--- # c\n", "---\ta\n", " ---\n", "\ufeff", "\ufeff---\n", "a\n", "!e! x\n", "&a x\n", "*a\n", "[a,\n---\n]", "{a:\n%b\n}"]
    return "".join(random.choice(parts) for _ in range(random.randint(1, 6)))


def long_key(random):
    """Keys near the longest that may be."""
    count = random.choice([1019, 1020, 1021, 1022, 1023, 1024, 1025, 1026])
    unit = random.choice(["k", "é", "日", "😀", "\ufeff", "k "])
    text = (unit * count)[:count]
    if random.random() < 0.3:
        text = '"%s"' % text
    elif random.random() < 0.2:
        text = "[%s]" % text
    frame = random.choice(["%s: v\n", "a: 1\n%s: v\n", "{%s: v}", "[%s: v]", "- %s: v\n", "a:\n  %s: v\n", "&x %s: v", "{%s : v}", "%s", "é: {%s: v, b: [%s: x]}"])
    return frame.replace("%s", text)


def deep(random):
    """Collections in each other, below the depth at which Python gives up."""
    depth = random.randint(20, 460)
    kind = random.randint(0, 5)
    if kind == 0:
        return "[" * depth + "]" * random.choice([depth, depth, depth - 1, depth + 1])
    if kind == 1:
        return "{a: " * depth + "1" + "}" * random.choice([depth, depth, depth - 1])
    if kind == 2:
        return "- " * depth + "x"
    if kind == 3:
        return "".join(" " * level + "a:\n" for level in range(depth // 4)) + " " * (depth // 4) + "b"
    if kind == 4:
        return "? " * depth + "x"
    return "[{a: " * (depth // 2) + "}]" * (depth // 2)


def wrapped(random):
    """Another document with other line ends, a byte order mark, or trailing blanks."""
    text = random.choice([config, positioned, soup, block_text, escaped, mutated])(random)
    if isinstance(text, bytes):
        return text
    kind = random.randint(0, 7)
    if kind == 0:
        text = text.replace("\n", "\r\n")
    elif kind == 1:
        text = text.replace("\n", "\r")
    elif kind == 2:
        text = "\ufeff" + text
    elif kind == 3:
        text = text.replace("\n", "\x85")
    elif kind == 4:
        text = text.replace("\n", random.choice(["\u2028", "\u2029"]))
    elif kind == 5:
        text = text.replace("\n", random.choice([" \n", "\t\n"]))
    elif kind == 6:
        text = text.rstrip("\n")
    else:
        text = text.replace("a", random.choice("é日😀"))
    return text


def tokens(random):
    """Flow and block indicators only, which meet in every way."""
    some = random.choice(["ab:,[]{}?- \n", "a: \n-", "a:?[]{}, ", "a&*! :\n", "\"'a\\ \n:", "-.: \n#a", "<=:{},[] &*a", "|>-+12 \na", "%TAGYML 1.!\n-"])
    return "".join(random.choice(some) for _ in range(random.randint(1, 16)))


FAMILIES = [soup, small_soup, config, mutated, mutated, truncated, damaged, positioned, positioned, tagged, number, date, escaped,
            block_text, graph, graph, collection, documents, long_key, deep, wrapped, tokens, tokens]


def document(seed, index):
    """The document of a number, and the name of the family that it comes from."""
    family = FAMILIES[index % len(FAMILIES)]
    made = family(random.Random("%d/%d" % (seed, index)))
    if isinstance(made, str):
        made = made.encode("utf-8", "surrogatepass")
    return family.__name__, made
