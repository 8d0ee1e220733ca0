"""The oracle: integers and `fractions.Fraction` only; every value is the value itself."""
