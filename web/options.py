"""What whoever starts the console decides: options, and for several workers two addresses in the environment."""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from web.network import public_origin
from web.schema import CannotUse

ROOT = Path(__file__).resolve().parent.parent
DATABASE, REDIS = "DATABASE_URL", "REDIS_URL"
TOKEN, LOG = "THIRTEEN_METRICS_TOKEN", "THIRTEEN_LOG"
"""Names in the environment."""


@dataclass(frozen=True)
class Config:
    """Where the console keeps its data, where it listens, and the public origin that was set, or "".

    `database` and `redis` are URLs, or "" for everything in one file and one process. Behind a proxy, visitors'
    addresses are what it says. `metrics_token` opens the metrics to other computers.
    """

    data: Path
    port: int = 8013
    public: str = ""
    async_mode: str = "gevent"
    database: str = ""
    redis: str = ""
    bind: str = "0.0.0.0"
    behind_proxy: bool = False
    metrics_token: str = ""

    @property
    def where(self) -> str:
        """What holds the data, for whoever reads about it."""
        return f"the database of {DATABASE}" if self.database else str(self.data)


@dataclass(frozen=True)
class Start:
    """What happens once, at the start: a browser is opened, a backup put back, a new host key made."""

    open_browser: bool
    restore: Path | None
    new_host_key: bool


def options(arguments: Sequence[str], environment: Mapping[str, str]) -> tuple[Config, Start]:
    """Read them. Exits on what is no option; raises CannotUse for a set-up that is only half of one."""
    chosen = _parser().parse_args(arguments)
    config = Config(
        data=chosen.data.resolve(),
        port=chosen.port,
        public=chosen.public_url or "",
        database=environment.get(DATABASE, ""),
        redis=environment.get(REDIS, ""),
        bind=chosen.bind,
        behind_proxy=chosen.behind_proxy,
        metrics_token=environment.get(TOKEN, ""),
    )
    if config.redis and not config.database:
        raise CannotUse(
            f"{REDIS} is set, and {DATABASE} is not. Several workers need both, and one alone needs neither."
        )
    if config.database.startswith("sqlite:"):
        raise CannotUse(
            f"{DATABASE} begins with sqlite:, and is for a PostgreSQL server. Leave it out, and say with --data where "
            "the file with all rooms shall lie."
        )
    if config.redis and not config.public:
        raise CannotUse(
            f"{REDIS} is set, so several workers stand behind a proxy, and phones need its address. Add --public-url."
        )
    return config, Start(not chosen.no_browser, chosen.restore, chosen.new_host_key)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="app.py", description="Run the Thirteen console.", allow_abbrev=False)
    parser.add_argument("--port", type=int, default=8013, help="where the console listens (8013)")
    parser.add_argument("--bind", default="0.0.0.0", metavar="ADDRESS", help="on which address it listens (all)")
    parser.add_argument("--public-url", type=_public, help="the address that phones use")
    parser.add_argument("--behind-proxy", action="store_true", help="believe the proxy's X-Forwarded-For and -Proto")
    parser.add_argument("--data", type=Path, default=ROOT / "data", help="folder that keeps the evening (data)")
    parser.add_argument("--no-browser", action="store_true", help="print the host's link without opening it")
    parser.add_argument("--restore", type=Path, metavar="FILE", help="put this backup in first, where no rooms are")
    parser.add_argument("--new-host-key", action="store_true", help="make a new host key; all host links end")
    return parser


def _public(text: str) -> str:
    try:
        return public_origin(text)
    except ValueError as error:  # of this kind alone argparse shows the words
        raise argparse.ArgumentTypeError(str(error)) from None
