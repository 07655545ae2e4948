# Sends the lines of standard input; check.py says what a line holds.
source("client.R")

headers <- list(
  plain = list(),
  mdp1 = list(raw(), charToRaw("MDPC01"), charToRaw("viewfence.v1")),
  mdp2 = list(charToRaw("MDPC02"), as.raw(1), charToRaw("viewfence.v1"))
)

for (line in readLines(file("stdin"), encoding = "UTF-8")) {
  field <- strsplit(line, "\t", fixed = TRUE)[[1]]
  frames <- c(headers[[field[1]]], list(charToRaw(field[5])))
  if (field[6] != "-") {
    values <- as.numeric(strsplit(field[6], ",", fixed = TRUE)[[1]])
    frames <- c(frames, list(pack(values)))
  }
  subscriber <- if (field[8] != "-") subscribe(field[7], field[8])
  reply <- request(strsplit(field[3], ",", fixed = TRUE)[[1]], frames, as.integer(field[4]))
  cat(if (is.null(reply)) "nobody" else sapply(reply, rawToChar), sep = "\t")
  cat("\n")
  if (!is.null(subscriber)) {
    cat(publication(subscriber), sep = "\t")
    cat("\n")
    zmq.close(subscriber)
  }
}
