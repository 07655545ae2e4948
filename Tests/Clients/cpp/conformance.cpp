// Sends the lines of standard input; check.py says what a line holds.
#define main example
#include "client.cpp"
#undef main

#include <sstream>

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

int main() {
  zmq::context_t context;
  for (std::string line; std::getline(std::cin, line);) {
    auto field = split(line, '\t');
    Frames frames;
    if (field[0] == "mdp1") frames = {"", "MDPC01", "viewfence.v1"};
    if (field[0] == "mdp2") frames = {"MDPC02", "\1", "viewfence.v1"};
    frames.push_back(field[4]);
    if (field[5] != "-") {
      std::vector<double> values;
      for (auto& number : split(field[5], ',')) values.push_back(std::stod(number));
      frames.push_back(pack(values));
    }

    zmq::socket_t subscriber;
    if (field[7] != "-") subscriber = subscribe(context, field[6], field[7]);
    auto reply = request(context, split(field[2], ','), frames, std::stoi(field[3]));
    if (!reply) std::cout << "nobody\n";
    for (size_t i = 0; reply && i < reply->size(); i++) std::cout << (*reply)[i] << (i + 1 < reply->size() ? '\t' : '\n');
    if (subscriber) printPublication(subscriber);
  }
}
