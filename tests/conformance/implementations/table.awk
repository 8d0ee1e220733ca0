# An implementation of the table mode in awk: chi-square statistics from a TSV with a header.
BEGIN { FS = "\t" }
NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
{
  b = $column["b"]; c = $column["c"]
  if (b !~ /^[0-9]+$/ || c !~ /^[0-9]+$/) print "reject: not a count"
  else if ($column["output"] != "statistic") print "skip: no p"
  else if (b + c == 0) print "undefined"
  else printf "%.17g\n", (b - c) ^ 2 / (b + c)
}
