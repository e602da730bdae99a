"""What each kind of key may look like in YAML, so that nothing that hpx accepts is refused.

The words are those of `x-hpx-kind`; a kind without an entry is described where it is used.
"""

from __future__ import annotations

#: Blanks that Rust and Python trim, where a dialect's `\s` may not know them all.
_BLANKS = r"[\s\u001c-\u001f\u0085]*"

#: What pydantic reads as each kind, beside the kind itself. It drops leading zeros before it
#: looks for a minus, so that "0-8" is -8.
_INT_TEXT = rf"^{_BLANKS}[+-]?[0_]*-?[0-9_]*[0-9][0-9_]*(\.[0_]*)?{_BLANKS}$"
_FLOAT_TEXT = (
    rf"^{_BLANKS}[+-]?_*([0-9_.]*[0-9][0-9_.]*([eE]_*[+-]?[0-9_]+)?"
    rf"|[iI][nN][fF]([iI][nN][iI][tT][yY])?|[nN][aA][nN]){_BLANKS}$"
)
_BOOL_TEXT = (
    r"^(0|1|[oO][fF][fF]|[oO][nN]|[fF]|[tT]|[nN]|[yY]|[nN][oO]|[yY][eE][sS]"
    r"|[fF][aA][lL][sS][eE]|[tT][rR][uU][eE])$"
)
#: What int() and the parsers of custom parts read from a string: digits of any script.
_DIGIT = r"([0-9]|[^\u0000-\u007f])"
_PYTHON_INT_TEXT = rf"^{_BLANKS}[+-]?{_DIGIT}(_?{_DIGIT})*{_BLANKS}$"
_ADDRESS_TEXT = (
    rf"^{_BLANKS}[+-]?(0[xX]([0-9a-fA-F_]|[^\u0000-\u007f])+|0[bB]([01_]|[^\u0000-\u007f])+"
    rf"|0[oO]([0-7_]|[^\u0000-\u007f])+|{_DIGIT}(_?{_DIGIT})*){_BLANKS}$"
)

TYPES = {
    "int": {"type": ["integer", "boolean", "string"], "pattern": _INT_TEXT},
    "float": {"type": ["number", "boolean", "string"], "pattern": _FLOAT_TEXT},
    "bool": {
        "type": ["boolean", "integer", "string"],
        "pattern": _BOOL_TEXT,
        "minimum": 0,
        "maximum": 1,
    },
    "strict-bool": {"type": ["boolean"]},
    "str": {"type": ["string"]},
    "path": {"type": ["string"]},
    "launcher": {"type": ["string", "null", "boolean"]},
    "python-int": {"type": ["number", "boolean", "string"], "pattern": _PYTHON_INT_TEXT},
    "pin": {"type": ["integer", "string"], "pattern": _PYTHON_INT_TEXT, "minimum": 0},
    "address": {
        "type": ["integer", "string", "null"],
        "pattern": _ADDRESS_TEXT,
        "minimum": 0,
        "maximum": 0xFFFFFFFF,
    },
}


def types(kind: str) -> dict:
    """The part of a schema that says so, to be changed freely."""
    return {word: list(v) if isinstance(v, list) else v for word, v in TYPES[kind].items()}
