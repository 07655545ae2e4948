let last frames = List.nth frames (List.length frames - 1)

let () =
  let argument i otherwise = if Array.length Sys.argv > i then Sys.argv.(i) else otherwise in
  let requests = [ argument 1 "tcp://127.0.0.1:5555" ] in
  let subscriber = Client.subscribe (argument 2 "tcp://127.0.0.1:5557") "cam/pitt-street-mall/" in

  let fit =
    {|{"v":1,"id":"r-1","op":"fit","viewport":{"width":390,"height":844},
    "content":{"pois":[{"latitude":-33.8703,"longitude":151.2089},{"latitude":-33.8688,"longitude":151.2070}]},
    "insets":{"top":120,"bottom":300,"left":16,"right":16},
    "limits":{"fence":"pitt-street-mall"},"publish":"cam/pitt-street-mall/kiosk-3/"}|}
  in
  print_endline (last (Client.request requests [ fit ]));

  let packed =
    {|{"v":1,"id":"r-2","op":"fit","viewport":{"width":390,"height":844},
    "content":{"coordinates":{"frame":1,"encoding":"f64le","dims":2,"count":2}},
    "insets":{"top":120,"bottom":300,"left":16,"right":16}}|}
  in
  let places = Client.pack [ 151.2089; -33.8703; 151.2070; -33.8688 ] in
  print_endline (last (Client.request requests [ packed; places ]));

  print_endline (Client.publication subscriber);
  ignore (Client.close subscriber)
