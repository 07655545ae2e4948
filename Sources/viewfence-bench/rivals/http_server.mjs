// The job over HTTP in node: one process, JSON.parse and JSON.stringify.
import http from 'node:http';

const mercatorY = (latitude) =>
  0.5 - Math.log(Math.tan(Math.PI / 4 + latitude * (Math.PI / 360))) / (2 * Math.PI);

function fit({ id, viewport, content }) {
  let west = 1e9, east = -1e9, south = 1e9, north = -1e9;
  for (const { latitude, longitude } of content.pois) {
    if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) throw new Error('no place');
    if (longitude < west) west = longitude;
    if (longitude > east) east = longitude;
    if (latitude < south) south = latitude;
    if (latitude > north) north = latitude;
  }
  const top = mercatorY(north), bottom = mercatorY(south);
  let zoom = 21;
  if (east > west)
    zoom = Math.min(zoom, Math.log2((viewport.width - 128) / ((east - west) / 360 * 256)));
  if (bottom > top)
    zoom = Math.min(zoom, Math.log2((viewport.height - 128) / ((bottom - top) * 256)));
  const target = {
    latitude: Math.atan(Math.sinh(Math.PI * (1 - (top + bottom)))) * 180 / Math.PI,
    longitude: (west + east) / 2,
  };
  const camera = { target, zoom, bearing: 0, viewing_angle: 0 };
  return { v: 1, id, ok: true, result: { camera, fits: true, adjusted: [] } };
}

const server = http.createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (chunk) => { body += chunk; });
  request.on('end', () => {
    const reply = JSON.stringify(fit(JSON.parse(body)));
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': reply.length });
    response.end(reply);
  });
});
server.listen(0, '127.0.0.1', () =>
  console.log(`ready requests=${server.address().port} version=${process.versions.node}`));
