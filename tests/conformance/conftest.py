"""The programs in `implementations` are run by the tests, never imported."""

collect_ignore = ["implementations"]
