(* Sends the lines of standard input; check.py says what a line holds. *)
let header = function
  | "mdp1" -> [ ""; "MDPC01"; "viewfence.v1" ]
  | "mdp2" -> [ "MDPC02"; "\001"; "viewfence.v1" ]
  | _ -> []

let run = function
  | [ framing; _; endpoints; timeout; json; coordinates; cameras; topic ] ->
      let places =
        if coordinates = "-" then []
        else [ Client.pack (List.map float_of_string (String.split_on_char ',' coordinates)) ]
      in
      let subscriber = if topic = "-" then None else Some (Client.subscribe cameras topic) in
      let endpoints = String.split_on_char ',' endpoints in
      let frames = header framing @ [ json ] @ places in
      let reply = Client.request ~timeout_ms:(int_of_string timeout) endpoints frames in
      print_endline (if reply = [] then "nobody" else String.concat "\t" reply);
      Option.iter
        (fun socket ->
          print_endline (Client.publication socket);
          ignore (Client.close socket))
        subscriber
  | _ -> failwith "a line has eight fields"

let rec lines () =
  match input_line stdin with
  | line ->
      run (String.split_on_char '\t' line);
      lines ()
  | exception End_of_file -> ()

let () = lines ()
