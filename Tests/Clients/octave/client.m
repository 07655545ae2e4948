#!/usr/bin/octave-cli
## viewfence from GNU Octave, with the zeromq package: copy what you need.
## octave-cli client.m [REQUESTS [CAMERAS]]
1;
pkg load zeromq

## Returns the reply's frames as uint8 rows (the last is the JSON), or {} if nobody answered. Without a
## reply in time the same frames, and so the same id, go to the next endpoint.
function reply = request (endpoints, frames, timeout_ms = 2000)
  reply = {};
  for turn = 0:2
    socket = zmq_socket (ZMQ_DEALER);
    zmq_connect (socket, endpoints{mod (turn, numel (endpoints)) + 1});
    for i = 1:numel (frames)
      zmq_send (socket, frames{i}, ZMQ_SNDMORE * (i < numel (frames)));
    endfor
    reply = receive (socket, timeout_ms);
    zmq_close (socket);
    if (! isempty (reply))
      return;
    endif
  endfor
endfunction

## Returns the frames of the next message, or {} if none comes in time.
function frames = receive (socket, timeout_ms)
  frames = {};
  if (zmq_poll (socket, timeout_ms))
    do
      frames{end+1} = zmq_recv (socket, 1e6);  # the longest reply that is expected
    until (! zmq_getsockopt (socket, ZMQ_RCVMORE))
  endif
endfunction

function socket = subscribe (endpoint, topic)
  socket = zmq_socket (ZMQ_SUB);
  zmq_setsockopt (socket, ZMQ_SUBSCRIBE, topic);
  zmq_connect (socket, endpoint);
endfunction

## Returns topic, epoch, sequence and reply of the next publication.
function [topic, epoch, sequence, reply] = publication (subscriber)
  frames = receive (subscriber, 5000);
  place = typecast (uint8 (frames{3}), "uint64");  # as they come, on a little-endian machine
  [topic, epoch, sequence, reply] = deal (char (frames{1}), place(1), place(2), char (frames{2}));
endfunction

## Returns places, longitude first, as a packed frame: doubles, on a little-endian machine.
function bytes = pack (values)
  bytes = typecast (double (values(:)'), "uint8");
endfunction

function main (requests = "tcp://127.0.0.1:5555", cameras = "tcp://127.0.0.1:5557")
  subscriber = subscribe (cameras, "cam/pitt-street-mall/");

  fit = ['{"v":1,"id":"r-1","op":"fit","viewport":{"width":390,"height":844},' ...
         '"content":{"pois":[{"latitude":-33.8703,"longitude":151.2089},{"latitude":-33.8688,"longitude":151.2070}]},' ...
         '"insets":{"top":120,"bottom":300,"left":16,"right":16},' ...
         '"limits":{"fence":"pitt-street-mall"},"publish":"cam/pitt-street-mall/kiosk-3/"}'];
  reply = request ({requests}, {fit});
  printf ("%s\n", char (reply{end}));

  packed = ['{"v":1,"id":"r-2","op":"fit","viewport":{"width":390,"height":844},' ...
            '"content":{"coordinates":{"frame":1,"encoding":"f64le","dims":2,"count":2}},' ...
            '"insets":{"top":120,"bottom":300,"left":16,"right":16}}'];
  places = pack ([151.2089, -33.8703, 151.2070, -33.8688]);
  reply = request ({requests}, {packed, places});
  printf ("%s\n", char (reply{end}));

  [topic, epoch, sequence, reply] = publication (subscriber);
  printf ("%s\t%d\t%d\t%s\n", topic, epoch, sequence, reply);
endfunction

if (strcmp (program_name (), "client.m"))
  main (argv (){:});
endif
