// viewfence from Go. go run ./example [REQUESTS [CAMERAS]]
package main

import (
	"fmt"
	"log"
	"os"

	"viewfence/client/viewfence"
)

func main() {
	requests, cameras := "tcp://127.0.0.1:5555", "tcp://127.0.0.1:5557"
	if len(os.Args) > 2 {
		requests, cameras = os.Args[1], os.Args[2]
	}
	client := viewfence.NewClient()
	defer client.Close()
	subscriber := client.Subscribe(cameras, "cam/pitt-street-mall/")
	defer subscriber.Close()

	fit := `{"v":1,"id":"r-1","op":"fit","viewport":{"width":390,"height":844},
		"content":{"pois":[{"latitude":-33.8703,"longitude":151.2089},{"latitude":-33.8688,"longitude":151.2070}]},
		"insets":{"top":120,"bottom":300,"left":16,"right":16},
		"limits":{"fence":"pitt-street-mall"},"publish":"cam/pitt-street-mall/kiosk-3/"}`
	show(client.Request([]string{requests}, [][]byte{[]byte(fit)}, 2000))

	packed := `{"v":1,"id":"r-2","op":"fit","viewport":{"width":390,"height":844},
		"content":{"coordinates":{"frame":1,"encoding":"f64le","dims":2,"count":2}},
		"insets":{"top":120,"bottom":300,"left":16,"right":16}}`
	places := viewfence.Pack(151.2089, -33.8703, 151.2070, -33.8688)
	show(client.Request([]string{requests}, [][]byte{[]byte(packed), places}, 2000))

	publication, err := subscriber.Next()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s\t%d\t%d\t%s\n", publication.Topic, publication.Epoch, publication.Sequence, publication.Reply)
}

func show(reply [][]byte, err error) {
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s\n", reply[len(reply)-1])
}
