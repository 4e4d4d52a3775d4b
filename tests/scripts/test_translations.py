"""The catalogs are complete, and the check sees when they are not."""

from pathlib import Path

import _translations
import pytest
from _setup import ROOT

HEADER = (
    'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n"Plural-Forms: nplurals=1; plural=0;\\n"\n\n'
)
HELLO = 'msgid "Hello %(name)s"\nmsgstr "Chào %(name)s"\n\n'
CARDS = 'msgid "%(num)s card"\nmsgid_plural "%(num)s cards"\nmsgstr[0] "%(num)s lá"\n\n'


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small project, translated into Vietnamese: two messages in a template."""
    monkeypatch.setattr(_translations, "LANGUAGES", ("vi",))
    (tmp_path / "templates" / "host").mkdir(parents=True)
    (tmp_path / "web").mkdir()
    (tmp_path / "babel.cfg").write_text((ROOT / "babel.cfg").read_text("utf-8"), "utf-8")
    (tmp_path / "templates" / "host" / "page.html").write_text(
        '<p>{{ _("Hello %(name)s", name=name) }}{{ ngettext("%(num)s card", "%(num)s cards", 3) }}</p>'
    )
    return tmp_path


def write(root: Path, content: str) -> None:
    """Lay the Vietnamese catalog, beside a template that is up to date."""
    _translations.update(root)
    _translations.catalog_path(root, "vi").write_text(HEADER + content, "utf-8")


def found(root: Path) -> list[str]:
    return list(_translations.faults(root))


def test_a_complete_catalog_has_no_fault(root: Path) -> None:
    write(root, HELLO + CARDS)
    assert found(root) == []


def test_templates_texts_and_modules_are_read_for_messages(root: Path) -> None:
    (root / "templates" / "host" / "words.txt").write_text("{% trans %}Not now{% endtrans %}")
    (root / "web" / "exports.py").write_text('title = _("Standings")')
    assert {message.id for message in _translations.extract(root)} >= {"Not now", "Standings", "Hello %(name)s"}


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (CARDS, "vi: missing: 'Hello %(name)s'"),
        (HELLO + CARDS + 'msgid "Gone"\nmsgstr "Hết"\n', "vi: no longer used: 'Gone'"),
        (HELLO + CARDS + '#~ msgid "Gone"\n#~ msgstr "Hết"\n', "vi: left over: 'Gone'"),
        (CARDS + 'msgid "Hello %(name)s"\nmsgstr ""\n', "vi: not translated: 'Hello %(name)s'"),
        (CARDS + "#, fuzzy\n" + HELLO, "vi: marked as fuzzy: 'Hello %(name)s'"),
        (CARDS + HELLO.replace("Chào %(name)s", "Chào %(nam)s"), "vi: placeholders differ: 'Hello %(name)s'"),
        (CARDS + HELLO.replace("Chào %(name)s", "Chào"), "vi: placeholders differ: 'Hello %(name)s'"),
        (CARDS + HELLO.replace("Chào", "100%"), "vi: placeholders differ: 'Hello %(name)s'"),
        (CARDS + HELLO.replace("Chào", "Chào {name}"), "vi: placeholders differ: 'Hello %(name)s'"),
        (HELLO + CARDS.replace("%(num)s lá", "lá"), "vi: placeholders differ: '%(num)s card'"),
        (HELLO + CARDS.replace("%(num)s lá", ""), "vi: not translated: '%(num)s card'"),
    ],
)
def test_a_catalog_that_is_not_complete_or_not_right_is_found(root: Path, content: str, fault: str) -> None:
    write(root, content)
    assert found(root) == [fault]


def test_a_template_that_is_not_up_to_date_is_found(root: Path) -> None:
    write(root, HELLO + CARDS + 'msgid "New"\nmsgstr "Mới"\n')
    (root / "web" / "pages.py").write_text('title = _("New")')
    assert found(root) == ["thirteen.pot: missing: 'New'"]


def test_missing_catalogs_are_found_with_the_way_to_make_them(root: Path) -> None:
    assert found(root) == [
        f"{name} is missing; scripts/check.py --translations update makes it"
        for name in ("thirteen.pot", "thirteen.po")
    ]


def test_an_update_keeps_translations_adds_new_messages_and_drops_those_gone(root: Path) -> None:
    write(root, HELLO + 'msgid "Gone"\nmsgstr "Hết"\n')
    _translations.update(root)
    assert found(root) == ["vi: not translated: '%(num)s card'"]
    assert "Chào %(name)s" in _translations.catalog_path(root, "vi").read_text("utf-8")


def test_an_update_without_changes_changes_nothing(root: Path) -> None:
    paths = _translations.template_path(root), _translations.catalog_path(root, "vi")
    write(root, HELLO + CARDS)
    _translations.update(root)
    before = [path.read_bytes() for path in paths]
    _translations.update(root)
    assert [path.read_bytes() for path in paths] == before


def test_catalogs_hold_no_line_numbers_and_no_dates(root: Path) -> None:
    _translations.update(root)
    text = _translations.template_path(root).read_text("utf-8")
    assert "#: templates/host/page.html\n" in text
    assert "Date" not in text
