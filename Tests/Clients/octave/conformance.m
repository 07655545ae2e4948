#!/usr/bin/octave-cli
## Sends the lines of standard input; check.py says what a line holds.
source ("client.m");

headers.plain = {};
headers.mdp1 = {"", "MDPC01", "viewfence.v1"};
headers.mdp2 = {"MDPC02", char(1), "viewfence.v1"};

while (ischar (line = fgetl (stdin)))
  field = strsplit (line, "\t");
  [framing, ~, endpoints, timeout, json, coordinates, cameras, topic] = field{:};
  frames = [headers.(framing), {json}];
  if (! strcmp (coordinates, "-"))
    frames{end+1} = pack (str2double (strsplit (coordinates, ",")));
  endif
  watched = ! strcmp (topic, "-");
  if (watched)
    subscriber = subscribe (cameras, topic);
  endif
  reply = request (strsplit (endpoints, ","), frames, str2double (timeout));
  if (isempty (reply))
    puts ("nobody\n");
  else
    puts ([strjoin(cellfun (@(frame) char (frame(:)'), reply, "UniformOutput", false), "\t") "\n"]);
  endif
  if (watched)
    [topic, epoch, sequence, published] = publication (subscriber);
    printf ("%s\t%d\t%d\t%s\n", topic, epoch, sequence, published);
    zmq_close (subscriber);
  endif
endwhile
