# viewfence from R, with pbdZMQ: copy what you need.
# Rscript client.R [REQUESTS [CAMERAS]]
suppressPackageStartupMessages(library(pbdZMQ))

context <- zmq.ctx.new()

# Returns the frames of the next message as raw vectors, or NULL if none comes in time.
receive <- function(socket, timeout_ms) {
  zmq.poll(c(socket), ZMQ.PO()$POLLIN, timeout_ms)
  if (zmq.poll.get.revents(1) == 0) return(NULL)
  zmq.recv.multipart(socket, unserialize = FALSE)
}

connect <- function(type, endpoint) {
  socket <- zmq.socket(context, type)
  zmq.setsockopt(socket, ZMQ.SO()$LINGER, 0L)
  zmq.connect(socket, endpoint)
  socket
}

# Returns the reply's frames (the last is the JSON), or NULL if nobody answered. Without a reply in time
# the same frames, and so the same id, go to the next endpoint.
request <- function(endpoints, frames, timeout_ms = 2000L) {
  for (turn in 0:2) {
    socket <- connect(ZMQ.ST()$DEALER, endpoints[turn %% length(endpoints) + 1])
    for (i in seq_along(frames)) {
      more <- if (i < length(frames)) ZMQ.SR()$SNDMORE else ZMQ.SR()$BLOCK
      zmq.msg.send(frames[[i]], socket, flags = more, serialize = FALSE)
    }
    reply <- receive(socket, timeout_ms)
    zmq.close(socket)
    if (!is.null(reply)) return(reply)
  }
  NULL
}

subscribe <- function(endpoint, topic) {
  socket <- connect(ZMQ.ST()$SUB, endpoint)
  zmq.setsockopt(socket, ZMQ.SO()$SUBSCRIBE, topic)
  socket
}

# Returns topic, epoch, sequence and reply of the next publication.
publication <- function(subscriber) {
  frames <- receive(subscriber, 5000L)
  bytes <- as.numeric(frames[[3]])
  unsigned <- function(bytes) sum(bytes * 256^(0:7)) # exact up to 2^53
  place <- sprintf("%.0f", c(unsigned(bytes[1:8]), unsigned(bytes[9:16])))
  c(rawToChar(frames[[1]]), place, rawToChar(frames[[2]]))
}

# Returns places as a packed frame: little-endian doubles, longitude first.
pack <- function(values) writeBin(values, raw(), size = 8, endian = "little")

main <- function(requests = "tcp://127.0.0.1:5555", cameras = "tcp://127.0.0.1:5557") {
  subscriber <- subscribe(cameras, "cam/pitt-street-mall/")

  fit <- '{"v":1,"id":"r-1","op":"fit","viewport":{"width":390,"height":844},
    "content":{"pois":[{"latitude":-33.8703,"longitude":151.2089},{"latitude":-33.8688,"longitude":151.2070}]},
    "insets":{"top":120,"bottom":300,"left":16,"right":16},
    "limits":{"fence":"pitt-street-mall"},"publish":"cam/pitt-street-mall/kiosk-3/"}'
  reply <- request(requests, list(charToRaw(fit)))
  cat(rawToChar(reply[[1]]), "\n", sep = "")

  packed <- '{"v":1,"id":"r-2","op":"fit","viewport":{"width":390,"height":844},
    "content":{"coordinates":{"frame":1,"encoding":"f64le","dims":2,"count":2}},
    "insets":{"top":120,"bottom":300,"left":16,"right":16}}'
  places <- rbind(c(151.2089, -33.8703), c(151.2070, -33.8688))
  reply <- request(requests, list(charToRaw(packed), pack(as.vector(t(places)))))
  cat(rawToChar(reply[[1]]), "\n", sep = "")

  cat(publication(subscriber), sep = "\t")
  cat("\n")
}

if (sys.nframe() == 0) do.call(main, as.list(commandArgs(trailingOnly = TRUE)))
