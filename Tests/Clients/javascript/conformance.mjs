// Sends the lines of standard input; check.py says what a line holds.
// The numbers go through JavaScript's own JSON, so that what it reads and writes is tested too.
import { createInterface } from "node:readline";
import { pack, publication, request, subscribe } from "./client.mjs";

const headers = { plain: [], mdp1: ["", "MDPC01", "viewfence.v1"], mdp2: ["MDPC02", "\x01", "viewfence.v1"] };
const again = (json) => JSON.stringify(JSON.parse(json));

for await (const line of createInterface({ input: process.stdin })) {
  const [framing, form, endpoints, timeout, json, coordinates, cameras, topic] = line.split("\t");
  const frames = [...headers[framing], form === "json" ? again(json) : json];
  if (coordinates !== "-") frames.push(pack(coordinates.split(",").map(Number)));
  const subscriber = topic === "-" ? null : subscribe(cameras, topic);
  const reply = await request(endpoints.split(","), frames, Number(timeout));
  if (reply) console.log([...reply.slice(0, -1), again(reply.at(-1))].join("\t"));
  else console.log("nobody");
  if (subscriber) {
    const published = await publication(subscriber);
    console.log([published.topic, published.epoch, published.sequence, JSON.stringify(published.reply)].join("\t"));
    subscriber.close();
  }
}
