// viewfence from C++17, with cppzmq: copy what you need.
// c++ -std=c++17 client.cpp -lzmq -o client && ./client [REQUESTS [CAMERAS]]
#include <zmq.hpp>
#include <zmq_addon.hpp>

#include <cstdint>
#include <cstring>
#include <iostream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

using Frames = std::vector<std::string>;

/// Returns the next message of `socket`, or nothing after its time-out.
std::optional<Frames> receive(zmq::socket_t& socket) {
  std::vector<zmq::message_t> parts;
  if (!zmq::recv_multipart(socket, std::back_inserter(parts))) return std::nullopt;
  Frames frames;
  for (auto& part : parts) frames.push_back(part.to_string());
  return frames;
}

/// Returns the reply's frames (the last is the JSON), or nothing if nobody answered. Without a reply in time
/// the same frames, and so the same id, go to the next endpoint.
std::optional<Frames> request(zmq::context_t& context, const std::vector<std::string>& endpoints, const Frames& frames,
                              int timeoutMs = 2000, int tries = 3) {
  for (int turn = 0; turn < tries; turn++) {
    zmq::socket_t socket(context, zmq::socket_type::dealer);
    socket.set(zmq::sockopt::linger, 0);
    socket.set(zmq::sockopt::rcvtimeo, timeoutMs);
    socket.connect(endpoints[turn % endpoints.size()]);
    std::vector<zmq::const_buffer> buffers;
    for (auto& frame : frames) buffers.push_back(zmq::buffer(frame));
    zmq::send_multipart(socket, buffers);
    if (auto reply = receive(socket)) return reply;
  }
  return std::nullopt;
}

/// Returns the numbers as little-endian doubles, whatever this machine's order is.
std::string pack(const std::vector<double>& values) {
  std::string bytes;
  for (double value : values) {
    std::uint64_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    for (int i = 0; i < 8; i++) bytes += static_cast<char>(bits >> 8 * i);
  }
  return bytes;
}

std::uint64_t number(const std::string& bytes, int from) {
  std::uint64_t value = 0;
  for (int i = from + 7; i >= from; i--) value = value << 8 | static_cast<unsigned char>(bytes.at(i));
  return value;
}

zmq::socket_t subscribe(zmq::context_t& context, const std::string& endpoint, const std::string& topic) {
  zmq::socket_t socket(context, zmq::socket_type::sub);
  socket.set(zmq::sockopt::linger, 0);
  socket.set(zmq::sockopt::rcvtimeo, 5000);
  socket.set(zmq::sockopt::subscribe, topic);
  socket.connect(endpoint);
  return socket;
}

void printPublication(zmq::socket_t& subscriber) {
  if (auto part = receive(subscriber))
    std::cout << part->at(0) << '\t' << number(part->at(2), 0) << '\t' << number(part->at(2), 8) << '\t' << part->at(1)
              << '\n';
}

int main(int argc, char** argv) {
  const std::vector<std::string> requests{argc > 1 ? argv[1] : "tcp://127.0.0.1:5555"};
  zmq::context_t context;
  auto subscriber = subscribe(context, argc > 2 ? argv[2] : "tcp://127.0.0.1:5557", "cam/pitt-street-mall/");

  auto reply = request(context, requests, {R"({"v":1,"id":"r-1","op":"fit","viewport":{"width":390,"height":844},
    "content":{"pois":[{"latitude":-33.8703,"longitude":151.2089},{"latitude":-33.8688,"longitude":151.2070}]},
    "insets":{"top":120,"bottom":300,"left":16,"right":16},
    "limits":{"fence":"pitt-street-mall"},"publish":"cam/pitt-street-mall/kiosk-3/"})"});
  if (!reply) return 3;
  std::cout << reply->back() << '\n';

  // The same places as a packed frame: little-endian doubles, longitude first.
  reply = request(context, requests, {R"({"v":1,"id":"r-2","op":"fit","viewport":{"width":390,"height":844},
    "content":{"coordinates":{"frame":1,"encoding":"f64le","dims":2,"count":2}},
    "insets":{"top":120,"bottom":300,"left":16,"right":16}})", pack({151.2089, -33.8703, 151.2070, -33.8688})});
  if (!reply) return 3;
  std::cout << reply->back() << '\n';

  printPublication(subscriber);
  return 0;
}
