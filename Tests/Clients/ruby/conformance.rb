# Sends the lines of standard input; check.py says what a line holds.
# The numbers go through Ruby's own JSON, so that what it reads and writes is tested too.
require_relative "client"

HEADERS = {
  "plain" => [], "mdp1" => ["", "MDPC01", "viewfence.v1"], "mdp2" => ["MDPC02", "\x01", "viewfence.v1"]
}

$stdin.each_line(chomp: true) do |line|
  framing, form, endpoints, timeout, request, coordinates, cameras, topic = line.split("\t")
  frames = [*HEADERS[framing], form == "json" ? JSON.generate(JSON.parse(request)) : request]
  frames << coordinates.split(",").map(&:to_f).pack("E*") if coordinates != "-"
  subscriber = subscribe(cameras, topic) if topic != "-"
  *header, reply = request(endpoints.split(","), frames, timeout_ms: timeout.to_i)
  puts reply ? [*header, JSON.generate(JSON.parse(reply))].join("\t") : "nobody"
  next unless subscriber
  *place, published = publication(subscriber)
  puts [*place, JSON.generate(published)].join("\t")
  subscriber.close
end
