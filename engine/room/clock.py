"""The room's own time. Pausing, extending and shortening move it against wall time, so games know nothing of pauses."""

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Clock:
    """Wall time minus game time in milliseconds, and where game time stands while the clock is stopped."""

    offset: int = 0
    stopped_at: int | None = None
    held: bool = False

    @property
    def stopped(self) -> bool:
        return self.stopped_at is not None

    def now(self, wall: int) -> int:
        """Game time at a moment of wall time."""
        return wall - self.offset if self.stopped_at is None else self.stopped_at

    def wall(self, instant: int) -> int:
        """When the running clock will show `instant`, in wall time."""
        return instant + self.offset

    def pause(self, at: int, held: bool) -> "Clock":
        """Stopped at this instant of game time."""
        return replace(self, stopped_at=at, held=held)

    def resume(self, wall: int) -> "Clock":
        """Running again from where it stood."""
        return Clock(offset=wall - self.now(wall))

    def running(self) -> "Clock":
        """Running as if it had never stood still: nothing waited for it."""
        return Clock(offset=self.offset)

    def shift(self, milliseconds: int) -> "Clock":
        """So much more (or, negative, less) is left until everything that is due."""
        if self.stopped_at is None:
            return replace(self, offset=self.offset + milliseconds)
        return replace(self, stopped_at=self.stopped_at - milliseconds)
