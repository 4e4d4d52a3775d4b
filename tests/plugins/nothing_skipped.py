"""A pytest plugin for runs in which everything has to be tested: what is skipped fails, and says why it was skipped.

Used as `-p tests.plugins.nothing_skipped`; scripts/test.py does so with CI=true or THIRTEEN_STRICT=1.
"""

from collections.abc import Generator

import pytest


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turn the report of a skipped test into that of a failed one; an expected failure stays what it is."""
    report = yield
    if report.skipped and not hasattr(report, "wasxfail"):
        report.outcome, report.longrepr = "failed", _complaint(report.longrepr)
    return report


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """The same for a whole file that skips itself."""
    report = yield
    if report.skipped:
        report.outcome, report.longrepr = "failed", _complaint(report.longrepr)
    return report


def _complaint(skipped: object) -> str:
    reason = skipped[-1] if isinstance(skipped, tuple) else skipped
    return f"Nothing may be skipped here, and this was. {reason}"
