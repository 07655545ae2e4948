-- Sends the lines of standard input; check.py says what a line holds.
local client = require "client"

local headers = { plain = {}, mdp1 = { "", "MDPC01", "viewfence.v1" }, mdp2 = { "MDPC02", "\1", "viewfence.v1" } }

local function split(text, separator)
  local parts = {}
  for part in text:gmatch("[^" .. separator .. "]+") do parts[#parts + 1] = part end
  return parts
end

for line in io.lines() do
  local framing, _, endpoints, timeout, json, coordinates, cameras, topic = unpack(split(line, "\t"))
  local frames = { unpack(headers[framing]) }
  frames[#frames + 1] = json
  if coordinates ~= "-" then
    local values = split(coordinates, ",")
    for i, value in ipairs(values) do values[i] = tonumber(value) end
    frames[#frames + 1] = client.pack(values)
  end
  local subscriber = topic ~= "-" and client.subscribe(cameras, topic)
  local reply = client.request(split(endpoints, ","), frames, tonumber(timeout))
  print(reply and table.concat(reply, "\t") or "nobody")
  if subscriber then
    print(client.publication(subscriber))
    client.close(subscriber)
  end
end
client.terminate()
