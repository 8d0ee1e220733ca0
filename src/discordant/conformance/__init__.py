"""The oracle for other implementations: vectors, a runner, adapters. Here the oracle and the fast path meet."""
