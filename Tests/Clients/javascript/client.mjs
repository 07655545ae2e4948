// viewfence from JavaScript (Node), with the few lines of ZeroMQ in zmtp.mjs: copy what you need.
// node client.mjs [REQUESTS [CAMERAS]]
import { pathToFileURL } from "node:url";
import { Socket } from "./zmtp.mjs";

/**
 * Returns the reply's frames (the last is the JSON), or null if nobody answered. Without a reply in time the
 * same frames, and so the same id, go to the next endpoint.
 */
export async function request(endpoints, frames, timeoutMs = 2000) {
  for (let turn = 0; turn < 3; turn++) {
    const socket = new Socket("DEALER", endpoints[turn % endpoints.length]);
    socket.send(frames);
    const reply = await socket.receive(timeoutMs);
    socket.close();
    if (reply) return reply;
  }
  return null;
}

export function subscribe(endpoint, topic) {
  const socket = new Socket("SUB", endpoint);
  socket.subscribe(topic);
  return socket;
}

/** Returns the next publication. */
export async function publication(subscriber) {
  const [topic, reply, place] = await subscriber.receive(5000);
  return {
    topic: topic.toString(),
    epoch: place.readBigUInt64LE(0),
    sequence: place.readBigUInt64LE(8),
    reply: JSON.parse(reply),
  };
}

/** Returns places, longitude first, as a packed frame: little-endian doubles. */
export function pack(values) {
  const bytes = Buffer.alloc(8 * values.length);
  values.forEach((value, i) => bytes.writeDoubleLE(value, 8 * i));
  return bytes;
}

async function main(requests = "tcp://127.0.0.1:5555", cameras = "tcp://127.0.0.1:5557") {
  const subscriber = subscribe(cameras, "cam/pitt-street-mall/");

  const fit = {
    v: 1, id: "r-1", op: "fit", viewport: { width: 390, height: 844 },
    content: { pois: [{ latitude: -33.8703, longitude: 151.2089 }, { latitude: -33.8688, longitude: 151.207 }] },
    insets: { top: 120, bottom: 300, left: 16, right: 16 },
    limits: { fence: "pitt-street-mall" }, publish: "cam/pitt-street-mall/kiosk-3/",
  };
  console.log(String((await request([requests], [JSON.stringify(fit)])).at(-1)));

  const packed = { ...fit, id: "r-2", content: { coordinates: { frame: 1, encoding: "f64le", dims: 2, count: 2 } } };
  const places = pack([151.2089, -33.8703, 151.207, -33.8688]);
  console.log(String((await request([requests], [JSON.stringify(packed), places])).at(-1)));

  const { topic, epoch, sequence, reply } = await publication(subscriber);
  console.log([topic, epoch, sequence, JSON.stringify(reply)].join("\t"));
  subscriber.close();
}

// Run as a program, not imported.
if (import.meta.url === pathToFileURL(process.argv[1]).href) await main(...process.argv.slice(2));
