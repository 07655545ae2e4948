// As much of ZeroMQ's wire protocol as a client needs (ZMTP 3.0, rfc.zeromq.org/spec/23; NULL security, tcp):
// for Node without the npm package `zeromq`, which has no Debian package. It does not reconnect.
import net from "node:net";

const MORE = 1, LONG = 2, COMMAND = 4;

function frame(flags, body) {
  if (body.length < 256) return Buffer.concat([Buffer.from([flags, body.length]), body]);
  const head = Buffer.alloc(9, flags | LONG);
  head.writeBigUInt64BE(BigInt(body.length), 1);
  return Buffer.concat([head, body]);
}

function greeting() {
  const bytes = Buffer.alloc(64);
  bytes[0] = 0xff;
  bytes[9] = 0x7f;
  bytes[10] = 3; // version 3.0
  bytes.write("NULL", 12);
  return bytes;
}

function ready(type) {
  const name = Buffer.from("\x05READY\x0bSocket-Type");
  return frame(COMMAND, Buffer.concat([name, Buffer.from([0, 0, 0, type.length]), Buffer.from(type)]));
}

export class Socket {
  #stream;
  #type;
  #rest = Buffer.alloc(0);
  #greeted = false;
  #unsent = []; // until the peer is ready; then null
  #parts = [];
  #messages = [];
  #waiting = null;

  /** Connects a "DEALER" or a "SUB" to an endpoint like tcp://127.0.0.1:5555. */
  constructor(type, endpoint) {
    const { hostname, port } = new URL(endpoint.replace("tcp:", "http:"));
    this.#stream = net.connect(Number(port), hostname);
    this.#stream.on("error", () => {}); // An endpoint that is not there is one that does not answer.
    this.#stream.on("data", (bytes) => this.#read(bytes));
    this.#stream.write(greeting());
    this.#type = type;
  }

  send(frames) {
    const last = frames.length - 1;
    const message = Buffer.concat(frames.map((body, i) => frame(i < last ? MORE : 0, Buffer.from(body))));
    if (this.#unsent) this.#unsent.push(message);
    else this.#stream.write(message);
  }

  /** For a SUB: asks for what is published under `topic`. */
  subscribe(topic) {
    this.send(["\x01" + topic]);
  }

  /** Returns the frames of the next message, or null if none comes in time. */
  receive(timeoutMs) {
    if (this.#messages.length > 0) return Promise.resolve(this.#messages.shift());
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#waiting(null), timeoutMs);
      this.#waiting = (message) => {
        clearTimeout(timer);
        this.#waiting = null;
        resolve(message);
      };
    });
  }

  close() {
    this.#stream.destroy();
  }

  #read(bytes) {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    if (!this.#greeted) {
      if (this.#rest.length < 64) return;
      this.#rest = this.#rest.subarray(64);
      this.#greeted = true;
      this.#stream.write(ready(this.#type));
    }
    for (;;) {
      if (this.#rest.length < 2) return;
      const flags = this.#rest[0];
      const start = flags & LONG ? 9 : 2;
      if (this.#rest.length < start) return;
      const end = start + (flags & LONG ? Number(this.#rest.readBigUInt64BE(1)) : this.#rest[1]);
      if (this.#rest.length < end) return;
      const body = this.#rest.subarray(start, end);
      this.#rest = this.#rest.subarray(end);
      if (flags & COMMAND) {
        // The first is the peer's READY.
        for (const message of this.#unsent ?? []) this.#stream.write(message);
        this.#unsent = null;
        continue;
      }
      this.#parts.push(body);
      if (flags & MORE) continue;
      this.#deliver(this.#parts);
      this.#parts = [];
    }
  }

  #deliver(message) {
    if (this.#waiting) this.#waiting(message);
    else this.#messages.push(message);
  }
}
