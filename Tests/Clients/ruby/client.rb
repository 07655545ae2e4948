# viewfence from Ruby, with ffi-rzmq: copy what you need.
# ruby client.rb [REQUESTS [CAMERAS]]
require "ffi-rzmq"
require "json"

CONTEXT = ZMQ::Context.new

# Returns the reply's frames (the last is the JSON), or nil if nobody answered. Without a reply in time
# the same frames, and so the same id, go to the next endpoint.
def request(endpoints, frames, timeout_ms: 2000, tries: 3)
  tries.times do |turn|
    socket = CONTEXT.socket(ZMQ::DEALER)
    socket.setsockopt(ZMQ::LINGER, 0)
    socket.setsockopt(ZMQ::RCVTIMEO, timeout_ms)
    socket.connect(endpoints[turn % endpoints.size])
    socket.send_strings(frames)
    reply = []
    return reply if socket.recv_strings(reply) >= 0
  ensure
    socket.close
  end
  nil
end

def subscribe(endpoint, topic)
  socket = CONTEXT.socket(ZMQ::SUB)
  socket.setsockopt(ZMQ::LINGER, 0)
  socket.setsockopt(ZMQ::RCVTIMEO, 5000)
  socket.setsockopt(ZMQ::SUBSCRIBE, topic)
  socket.connect(endpoint)
  socket
end

# Returns topic, epoch, sequence and reply of the next publication.
def publication(subscriber)
  frames = []
  raise "no publication" if subscriber.recv_strings(frames) < 0
  topic, reply, place = frames
  [topic, *place.unpack("Q<Q<"), JSON.parse(reply)]
end

if __FILE__ == $PROGRAM_NAME
  requests, cameras = ARGV[0] || "tcp://127.0.0.1:5555", ARGV[1] || "tcp://127.0.0.1:5557"
  subscriber = subscribe(cameras, "cam/pitt-street-mall/")

  fit = {
    v: 1, id: "r-1", op: "fit", viewport: {width: 390, height: 844},
    content: {pois: [{latitude: -33.8703, longitude: 151.2089}, {latitude: -33.8688, longitude: 151.2070}]},
    insets: {top: 120, bottom: 300, left: 16, right: 16},
    limits: {fence: "pitt-street-mall"}, publish: "cam/pitt-street-mall/kiosk-3/"
  }
  puts request([requests], [JSON.generate(fit)]).last

  # The same places as a packed frame: little-endian doubles, longitude first.
  packed = fit.merge(id: "r-2", content: {coordinates: {frame: 1, encoding: "f64le", dims: 2, count: 2}})
  puts request([requests], [JSON.generate(packed), [151.2089, -33.8703, 151.2070, -33.8688].pack("E*")]).last

  *place, reply = publication(subscriber)
  puts [*place, JSON.generate(reply)].join("\t")
end
