"""Ready adapters: one small file an implementation, each runnable by itself and meant to be copied."""
