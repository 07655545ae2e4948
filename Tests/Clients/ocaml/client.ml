(* viewfence from OCaml, straight to libzmq with ctypes: copy what you need.
   ocamlfind ocamlopt -thread -package threads,ctypes.foreign -linkpkg client.ml example.ml && ./a.out [REQUESTS [CAMERAS]] *)
open Ctypes
open Foreign

let zmq = Dl.dlopen ~filename:"libzmq.so.5" ~flags:[ Dl.RTLD_NOW ]
let c name signature = foreign ~from:zmq name signature
let ctx_new = c "zmq_ctx_new" (void @-> returning (ptr void))
let ctx_term = c "zmq_ctx_term" (ptr void @-> returning int)
let socket = c "zmq_socket" (ptr void @-> int @-> returning (ptr void))
let close = c "zmq_close" (ptr void @-> returning int)
let connect = c "zmq_connect" (ptr void @-> string @-> returning int)
let set_int = c "zmq_setsockopt" (ptr void @-> int @-> ptr int @-> size_t @-> returning int)
let set_string = c "zmq_setsockopt" (ptr void @-> int @-> string @-> size_t @-> returning int)
let send = c "zmq_send" (ptr void @-> string @-> size_t @-> int @-> returning int)
let msg_init = c "zmq_msg_init" (ptr void @-> returning int)
let msg_recv = c "zmq_msg_recv" (ptr void @-> ptr void @-> int @-> returning int)
let msg_data = c "zmq_msg_data" (ptr void @-> returning (ptr char))
let msg_size = c "zmq_msg_size" (ptr void @-> returning size_t)
let msg_more = c "zmq_msg_more" (ptr void @-> returning int)
let msg_close = c "zmq_msg_close" (ptr void @-> returning int)
let sub, dealer, subscribe_option, linger, rcvtimeo, sndmore = (2, 5, 6, 17, 27, 2)
let context = ctx_new ()

let connected kind endpoint timeout_ms =
  let s = socket context kind in
  let set option value = ignore (set_int s option (allocate int value) (Unsigned.Size_t.of_int 4)) in
  set linger 0;
  set rcvtimeo timeout_ms;
  ignore (connect s endpoint);
  s

(** The frames of the next message; none after the socket's time-out. *)
let rec receive s =
  (* A zmq_msg_t has 64 bytes; malloc aligns them. *)
  let message = to_voidp (allocate_n int64_t ~count:8) in
  ignore (msg_init message);
  if msg_recv message s 0 < 0 then []
  else
    let frame = string_from_ptr (msg_data message) ~length:(Unsigned.Size_t.to_int (msg_size message)) in
    let more = msg_more message <> 0 in
    ignore (msg_close message);
    frame :: (if more then receive s else [])

let rec send_all s = function
  | [] -> ()
  | frame :: rest ->
      let flags = if rest = [] then 0 else sndmore in
      ignore (send s frame (Unsigned.Size_t.of_int (String.length frame)) flags);
      send_all s rest

(** The reply's frames (the last is the JSON); none if nobody answered. Without a reply in time the same
    frames, and so the same id, go to the next endpoint. *)
let request ?(timeout_ms = 2000) endpoints frames =
  let rec attempt turn =
    if turn = 3 then []
    else
      let s = connected dealer (List.nth endpoints (turn mod List.length endpoints)) timeout_ms in
      send_all s frames;
      let reply = receive s in
      ignore (close s);
      if reply = [] then attempt (turn + 1) else reply
  in
  attempt 0

let subscribe endpoint topic =
  let s = connected sub endpoint 5000 in
  ignore (set_string s subscribe_option topic (Unsigned.Size_t.of_int (String.length topic)));
  s

(** Topic, epoch, sequence and reply of the next publication, with tabs between them. *)
let publication subscriber =
  match receive subscriber with
  | [ topic; reply; place ] ->
      let number at = String.get_int64_le place at in
      Printf.sprintf "%s\t%Lu\t%Lu\t%s" topic (number 0) (number 8) reply
  | _ -> failwith "no publication in time"

(** Places, longitude first, as a packed frame: little-endian doubles. *)
let pack values =
  let bytes = Bytes.create (8 * List.length values) in
  List.iteri (fun i value -> Bytes.set_int64_le bytes (8 * i) (Int64.bits_of_float value)) values;
  Bytes.to_string bytes
