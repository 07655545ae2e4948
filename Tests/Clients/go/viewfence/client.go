// Package viewfence is a client for viewfence, straight to libzmq through cgo: copy what you need.
package viewfence

/*
#cgo LDFLAGS: -lzmq
#include <stdlib.h>
#include <zmq.h>
*/
import "C"

import (
	"bytes"
	"encoding/binary"
	"errors"
	"unsafe"
)

// ErrNobody says that no endpoint answered in time.
var ErrNobody = errors.New("nobody answered")

// Client owns a ZeroMQ context. Any number of goroutines may use it at once.
type Client struct{ context unsafe.Pointer }

func NewClient() *Client { return &Client{C.zmq_ctx_new()} }

// Close ends the context; subscribers must be closed before.
func (c *Client) Close() { C.zmq_ctx_term(c.context) }

func (c *Client) connect(kind C.int, endpoint string, timeoutMs int) unsafe.Pointer {
	socket := C.zmq_socket(c.context, kind)
	linger, timeout := C.int(0), C.int(timeoutMs)
	C.zmq_setsockopt(socket, C.ZMQ_LINGER, unsafe.Pointer(&linger), 4)
	C.zmq_setsockopt(socket, C.ZMQ_RCVTIMEO, unsafe.Pointer(&timeout), 4)
	address := C.CString(endpoint)
	defer C.free(unsafe.Pointer(address))
	C.zmq_connect(socket, address)
	return socket
}

// Request returns the reply's frames (the last is the JSON). Without a reply in time the same frames,
// and so the same id, go to the next endpoint; after three times the error is ErrNobody.
func (c *Client) Request(endpoints []string, frames [][]byte, timeoutMs int) ([][]byte, error) {
	for turn := 0; turn < 3; turn++ {
		socket := c.connect(C.ZMQ_DEALER, endpoints[turn%len(endpoints)], timeoutMs)
		for i, frame := range frames {
			data, flags := C.CBytes(frame), C.int(0)
			if i+1 < len(frames) {
				flags = C.ZMQ_SNDMORE
			}
			C.zmq_send(socket, data, C.size_t(len(frame)), flags)
			C.free(data)
		}
		reply := receive(socket)
		C.zmq_close(socket)
		if reply != nil {
			return reply, nil
		}
	}
	return nil, ErrNobody
}

// receive returns the frames of the next message, or nil after the socket's time-out.
func receive(socket unsafe.Pointer) (frames [][]byte) {
	for more := true; more; {
		var message C.zmq_msg_t
		C.zmq_msg_init(&message)
		if C.zmq_msg_recv(&message, socket, 0) < 0 {
			return nil
		}
		frames = append(frames, C.GoBytes(C.zmq_msg_data(&message), C.int(C.zmq_msg_size(&message))))
		more = C.zmq_msg_more(&message) != 0
		C.zmq_msg_close(&message)
	}
	return frames
}

// Subscriber receives what is published under a topic. It belongs to one goroutine at a time.
type Subscriber struct{ socket unsafe.Pointer }

func (c *Client) Subscribe(endpoint, topic string) Subscriber {
	socket := c.connect(C.ZMQ_SUB, endpoint, 5000)
	prefix := C.CString(topic)
	defer C.free(unsafe.Pointer(prefix))
	C.zmq_setsockopt(socket, C.ZMQ_SUBSCRIBE, unsafe.Pointer(prefix), C.size_t(len(topic)))
	return Subscriber{socket}
}

func (s Subscriber) Close() { C.zmq_close(s.socket) }

// Publication is a reply that was published, and its place in the topic.
type Publication struct {
	Topic           string
	Epoch, Sequence uint64
	Reply           []byte
}

func (s Subscriber) Next() (Publication, error) {
	frames := receive(s.socket)
	if len(frames) != 3 || len(frames[2]) != 16 {
		return Publication{}, errors.New("no publication in time")
	}
	place := binary.LittleEndian
	return Publication{string(frames[0]), place.Uint64(frames[2]), place.Uint64(frames[2][8:]), frames[1]}, nil
}

// Pack returns places, longitude first, as a packed frame: little-endian doubles.
func Pack(values ...float64) []byte {
	var buffer bytes.Buffer
	binary.Write(&buffer, binary.LittleEndian, values)
	return buffer.Bytes()
}
