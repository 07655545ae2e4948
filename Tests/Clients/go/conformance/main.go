// Sends the lines of standard input; check.py says what a line holds.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"log"
	"os"
	"strconv"
	"strings"

	"viewfence/client/viewfence"
)

var headers = map[string][]string{
	"mdp1": {"", "MDPC01", "viewfence.v1"},
	"mdp2": {"MDPC02", "\x01", "viewfence.v1"},
}

func main() {
	client := viewfence.NewClient()
	defer client.Close()
	input := bufio.NewReader(os.Stdin)
	for {
		line, err := input.ReadString('\n')
		if err == io.EOF {
			return
		}
		run(client, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
	}
}

func run(client *viewfence.Client, field []string) {
	var frames [][]byte
	for _, frame := range append(headers[field[0]], field[4]) {
		frames = append(frames, []byte(frame))
	}
	if field[5] != "-" {
		var values []float64
		for _, text := range strings.Split(field[5], ",") {
			value, err := strconv.ParseFloat(text, 64)
			if err != nil {
				log.Fatal(err)
			}
			values = append(values, value)
		}
		frames = append(frames, viewfence.Pack(values...))
	}
	timeout, err := strconv.Atoi(field[3])
	if err != nil {
		log.Fatal(err)
	}

	var subscriber viewfence.Subscriber
	if field[7] != "-" {
		subscriber = client.Subscribe(field[6], field[7])
		defer subscriber.Close()
	}
	reply, err := client.Request(strings.Split(field[2], ","), frames, timeout)
	if err != nil {
		fmt.Println("nobody")
	} else {
		fmt.Printf("%s\n", bytes.Join(reply, []byte{'\t'}))
	}
	if field[7] != "-" {
		publication, err := subscriber.Next()
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s\t%d\t%d\t%s\n", publication.Topic, publication.Epoch, publication.Sequence, publication.Reply)
	}
}
