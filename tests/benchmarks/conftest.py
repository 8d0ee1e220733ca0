"""Benchmarks are scripts: pytest does not import them, since some need packages that the tests do not."""

collect_ignore_glob = ["*.py"]
