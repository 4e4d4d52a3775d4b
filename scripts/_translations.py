"""The catalogs of translations: drawn anew from the sources, and checked against them. Needs Babel."""

import io
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po, write_po

DOMAIN = "thirteen"
LANGUAGES = ("vi", "pt_BR")
"""What the sources, which are in English, are translated into."""

_PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%%|%|\{\w+\}")
_NOISE = re.compile(
    r'^"(Project-Id-Version|Report-Msgid-Bugs-To|POT-Creation-Date|PO-Revision-Date|Last-Translator|Language-Team'
    r"|Generated-By):.*\n",
    re.MULTILINE,
)


def extract(root: Path) -> Catalog:
    """Every message that templates and web modules ask for."""
    with (root / "babel.cfg").open("r", encoding="utf-8") as mapping:
        methods, options = parse_mapping_cfg(mapping)  # type: ignore[no-untyped-call]
    template = Catalog(header_comment="# The texts of Thirteen, as the sources have them.", fuzzy=False)
    found = extract_from_dir(root, methods, options, directory_filter=_may_hold_messages)
    for path, line, message, comments, context in found:
        template.add(message, None, [(path, line)], auto_comments=comments, context=context)
    return template


def update(root: Path) -> None:
    """Write the template and bring each catalog up to it: new messages empty, those gone left out."""
    template = extract(root)
    _write(template_path(root), template)
    for language in LANGUAGES:
        path = catalog_path(root, language)
        catalog = _read(path, language) if path.exists() else Catalog(locale=language, fuzzy=False)
        catalog.header_comment = f"# The texts of Thirteen in {_english_name(language)}."
        catalog.update(template, no_fuzzy_matching=True, update_header_comment=False)
        _write(path, catalog)


def faults(root: Path) -> Iterator[str]:
    """What keeps the translations from being complete and right, a line each."""
    template = extract(root)
    yield from _drift(template_path(root), None, template)
    for language in LANGUAGES:
        path = catalog_path(root, language)
        yield from _drift(path, language, template)
        if path.exists():
            for message in _read(path, language):
                yield from (f"{language}: {fault}: {_name(message)}" for fault in message_faults(message))


def message_faults(message: Message) -> Iterator[str]:
    """What is wrong with one translated message, the catalog's header excepted."""
    texts = message.string if isinstance(message.string, tuple | list) else (message.string,)
    if not message.id:
        return
    if message.fuzzy:
        yield "marked as fuzzy"
    if not all(texts):
        yield "not translated"
    elif any(_placeholders(text or "") != _placeholders(_fullest(message)) for text in texts):
        yield "placeholders differ"


def template_path(root: Path) -> Path:
    return root / "translations" / f"{DOMAIN}.pot"


def catalog_path(root: Path, language: str) -> Path:
    return root / "translations" / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def _english_name(language: str) -> str:
    return Locale.parse(language).english_name or language


def _may_hold_messages(folder: str) -> bool:
    return not Path(folder).name.startswith((".", "_")) and Path(folder).name not in {"node_modules", "static", "data"}


def _drift(path: Path, language: str | None, template: Catalog) -> Iterator[str]:
    """Messages that the file lacks, or holds without need."""
    if not path.exists():
        yield f"{path.name} is missing; scripts/check.py --translations update makes it"
        return
    catalog = _read(path, language)
    wanted, held = _keys(template), _keys(catalog)
    where = language or path.name
    yield from (f"{where}: missing: {key[1]!r}" for key in sorted(wanted - held, key=repr))
    yield from (f"{where}: no longer used: {key[1]!r}" for key in sorted(held - wanted, key=repr))
    yield from (f"{where}: left over: {message.id!r}" for message in catalog.obsolete.values())


def _keys(messages: Iterable[Message]) -> set[tuple[str | None, object]]:
    return {(message.context, message.id) for message in messages if message.id}


def _fullest(message: Message) -> str:
    """The text whose placeholders count: of a plural, the form for many."""
    return message.id if isinstance(message.id, str) else message.id[-1]


def _placeholders(text: str) -> set[str]:
    """Every %(name)s and every {name}, and whether the sign % stands alone or doubled."""
    return set(_PLACEHOLDER.findall(text))


def _name(message: Message) -> str:
    return repr(message.id if isinstance(message.id, str) else message.id[0])


def _read(path: Path, language: str | None) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def _write(path: Path, catalog: Catalog) -> None:
    """Write a catalog sorted, without line numbers, dates and blank forms, so that only changes of the texts show."""
    file = io.BytesIO()
    write_po(file, catalog, sort_output=True, include_lineno=False, ignore_obsolete=True, width=120)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(_NOISE.sub("", file.getvalue().decode()).encode())
