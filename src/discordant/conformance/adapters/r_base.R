# Base R: binom.test, pbinom and mcnemar.test, over the JSON-lines protocol without any package.
# Run as: Rscript r_base.R

field <- function(line, name) {
  found <- regmatches(line, regexec(paste0('"', name, '": *"?([^",}]*)"?'), line))[[1]]
  if (length(found) == 2) found[2] else NA
}
reply <- function(...) { cat(..., "\n", sep = ""); flush(stdout()) }
written <- function(x) if (is.nan(x) || is.na(x)) "nan" else if (is.infinite(x)) "inf" else sprintf("%.17g", x)
count <- function(text) {
  if (text %in% c("true", "false")) text == "true" else suppressWarnings(as.numeric(text))
}

answer <- function(f, line) {
  b <- count(field(line, "b")); c <- count(field(line, "c"))
  if (is.na(b) || is.na(c)) stop("not a number")
  if (f == "exact_p") return(binom.test(b, b + c)$p.value)
  if (f == "exact_p_one_sided") {
    return(pbinom(if (field(line, "alternative") == "candidate") c else b, b + c, 0.5))
  }
  if (f == "mid_p") {
    m <- min(b, c)
    return(2 * pbinom(m, b + c, 0.5) - dbinom(m, b + c, 0.5))
  }
  found <- suppressWarnings(mcnemar.test(matrix(c(1, c, b, 1), 2), correct = (f == "edwards")))
  unname(if (field(line, "output") == "statistic") found$statistic else found$p.value)
}

input <- file("stdin", "r")
while (length(line <- readLines(input, n = 1)) == 1) {
  command <- field(line, "cmd")
  if (command == "stop") break
  if (command == "start") {
    version <- paste(R.version$major, R.version$minor, sep = ".")
    reply('{"implementation": {"name": "R", "version": "', version, '", "language": "R"}, "features": ',
          '["exact_p", "exact_p_one_sided", "mid_p", "chi_square", "edwards"]}')
    next
  }
  head <- paste0('{"seq": ', field(line, "seq"), ', ')
  f <- field(line, "function")
  if (f == "exact_p" && isTRUE(count(field(line, "b")) + count(field(line, "c")) > 2e6)) {
    reply(head, '"skipped": "binom.test enumerates: minutes at this size"}')
    next
  }
  result <- tryCatch(paste0('"value": "', written(answer(f, line)), '"}'),
                     error = function(e) '"rejected": "error in R"}')
  reply(head, result)
}
