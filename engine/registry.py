"""The games that a room can host."""

from typing import Any

from engine import chinese_poker, holdem, team_poker
from engine.protocol import Game

GAMES: dict[str, Game[Any, Any, Any, Any, Any]] = {game.NAME: game for game in (team_poker, holdem, chinese_poker)}
