-- viewfence from Lua (LuaJIT), straight to libzmq through its FFI: copy what you need.
-- luajit client.lua [REQUESTS [CAMERAS]]
local ffi = require "ffi"
ffi.cdef [[
  void *zmq_ctx_new(void);
  int zmq_ctx_term(void *context);
  void *zmq_socket(void *context, int type);
  int zmq_close(void *socket);
  int zmq_setsockopt(void *socket, int option, const void *value, size_t size);
  int zmq_connect(void *socket, const char *endpoint);
  int zmq_send(void *socket, const void *data, size_t size, int flags);
  typedef struct { unsigned char _[64]; } __attribute__((aligned(8))) zmq_msg_t;
  int zmq_msg_init(zmq_msg_t *message);
  int zmq_msg_recv(zmq_msg_t *message, void *socket, int flags);
  void *zmq_msg_data(zmq_msg_t *message);
  size_t zmq_msg_size(const zmq_msg_t *message);
  int zmq_msg_more(const zmq_msg_t *message);
  int zmq_msg_close(zmq_msg_t *message);
]]
local zmq = ffi.load("libzmq.so.5")
local SUB, DEALER, SUBSCRIBE, LINGER, RCVTIMEO, SNDMORE = 2, 5, 6, 17, 27, 2

local M = { context = zmq.zmq_ctx_new() }

local function connected(type, endpoint, timeout_ms)
  local socket = zmq.zmq_socket(M.context, type)
  zmq.zmq_setsockopt(socket, LINGER, ffi.new("int[1]", 0), 4)
  zmq.zmq_setsockopt(socket, RCVTIMEO, ffi.new("int[1]", timeout_ms), 4)
  zmq.zmq_connect(socket, endpoint)
  return socket
end

-- Returns the frames of the next message, or nil after the socket's time-out.
local function receive(socket)
  local frames, message = {}, ffi.new("zmq_msg_t")
  repeat
    zmq.zmq_msg_init(message)
    if zmq.zmq_msg_recv(message, socket, 0) < 0 then return nil end
    frames[#frames + 1] = ffi.string(zmq.zmq_msg_data(message), zmq.zmq_msg_size(message))
    local more = zmq.zmq_msg_more(message)
    zmq.zmq_msg_close(message)
  until more == 0
  return frames
end

-- Returns the reply's frames (the last is the JSON), or nil if nobody answered. Without a reply in time
-- the same frames, and so the same id, go to the next endpoint.
function M.request(endpoints, frames, timeout_ms)
  for turn = 0, 2 do
    local socket = connected(DEALER, endpoints[turn % #endpoints + 1], timeout_ms or 2000)
    for i, frame in ipairs(frames) do
      zmq.zmq_send(socket, frame, #frame, i < #frames and SNDMORE or 0)
    end
    local reply = receive(socket)
    zmq.zmq_close(socket)
    if reply then return reply end
  end
end

function M.subscribe(endpoint, topic)
  local socket = connected(SUB, endpoint, 5000)
  zmq.zmq_setsockopt(socket, SUBSCRIBE, topic, #topic)
  return socket
end

M.close = zmq.zmq_close

-- To be called at the end, when all sockets are closed: Lua unloads libzmq, whose threads must be gone by then.
function M.terminate() zmq.zmq_ctx_term(M.context) end

-- Returns topic, epoch, sequence and reply of the next publication, with tabs between them.
function M.publication(subscriber)
  local topic, reply, place = unpack(receive(subscriber))
  local function number(from) -- exact up to 2^53
    local value = 0
    for i = from + 7, from, -1 do value = value * 256 + place:byte(i) end
    return value
  end
  return ("%s\t%.0f\t%.0f\t%s"):format(topic, number(1), number(9), reply)
end

-- Returns places, longitude first, as a packed frame: doubles, on a little-endian machine.
function M.pack(values)
  return ffi.string(ffi.new("double[?]", #values, values), 8 * #values)
end

local function main(requests, cameras)
  requests = { requests or "tcp://127.0.0.1:5555" }
  local subscriber = M.subscribe(cameras or "tcp://127.0.0.1:5557", "cam/pitt-street-mall/")

  local fit = [[{"v":1,"id":"r-1","op":"fit","viewport":{"width":390,"height":844},
    "content":{"pois":[{"latitude":-33.8703,"longitude":151.2089},{"latitude":-33.8688,"longitude":151.2070}]},
    "insets":{"top":120,"bottom":300,"left":16,"right":16},
    "limits":{"fence":"pitt-street-mall"},"publish":"cam/pitt-street-mall/kiosk-3/"}]]
  print(M.request(requests, { fit })[1])

  local packed = [[{"v":1,"id":"r-2","op":"fit","viewport":{"width":390,"height":844},
    "content":{"coordinates":{"frame":1,"encoding":"f64le","dims":2,"count":2}},
    "insets":{"top":120,"bottom":300,"left":16,"right":16}}]]
  print(M.request(requests, { packed, M.pack { 151.2089, -33.8703, 151.2070, -33.8688 } })[1])

  print(M.publication(subscriber))
  M.close(subscriber)
  M.terminate()
end

-- Run as a program, not required as a module.
if arg and arg[0]:match("client%.lua$") then main(arg[1], arg[2]) end
return M
