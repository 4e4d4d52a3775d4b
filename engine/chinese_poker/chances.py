"""How likely a row beats a random opponent's, from published samples of rows set for expected points."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.chinese_poker.row_chances import CLASSIC, NONE, OPEN_FACE
from engine.chinese_poker.rows import Row
from engine.chinese_poker.royalties import PUBLISHED, Royalties, RoyaltyTable


@dataclass(frozen=True)
class Chances:
    """For each row as many sampled opponents' rows, as places (see `engine.places`) from the weakest up."""

    samples: Mapping[Row, tuple[int, ...]]

    @property
    def size(self) -> int:
        """How many rows each sample has."""
        return len(self.samples[Row.FRONT])

    def weaker(self, row: Row, place: int) -> int:
        """How many of the sampled rows this place beats."""
        return bisect_left(self.samples[row], place)

    def stronger(self, row: Row, place: int) -> int:
        """How many of the sampled rows beat this place."""
        return self.size - bisect_right(self.samples[row], place)


def _of(published: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]) -> Chances:
    return Chances(MappingProxyType(dict(zip(Row, published, strict=True))))


_BY_TABLE: Mapping[Royalties, Chances] = MappingProxyType(
    {
        PUBLISHED[RoyaltyTable.CLASSIC]: _of(CLASSIC),
        PUBLISHED[RoyaltyTable.OPEN_FACE]: _of(OPEN_FACE),
        PUBLISHED[RoyaltyTable.NONE]: _of(NONE),
    }
)


def chances_for(table: Royalties) -> Chances:
    """The samples for a published table; a table of the facilitator's own takes those of the classic one."""
    return _BY_TABLE.get(table, _BY_TABLE[PUBLISHED[RoyaltyTable.CLASSIC]])
