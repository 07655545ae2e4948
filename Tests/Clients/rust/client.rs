//! viewfence from Rust, with the zmq crate: copy what you need.
//! cargo run --bin client [REQUESTS [CAMERAS]]

use std::error::Error;

pub type Frames = Vec<Vec<u8>>;

/// Returns the reply's frames (the last is the JSON), or `None` if nobody answered. Without a reply in
/// time the same frames, and so the same id, go to the next endpoint.
pub fn request(context: &zmq::Context, endpoints: &[&str], frames: &Frames, timeout_ms: i32) -> zmq::Result<Option<Frames>> {
    for endpoint in endpoints.iter().cycle().take(3) {
        let socket = context.socket(zmq::DEALER)?;
        socket.set_linger(0)?;
        socket.set_rcvtimeo(timeout_ms)?;
        socket.connect(endpoint)?;
        socket.send_multipart(frames, 0)?;
        match socket.recv_multipart(0) {
            Ok(reply) => return Ok(Some(reply)),
            Err(zmq::Error::EAGAIN) => continue,
            Err(error) => return Err(error),
        }
    }
    Ok(None)
}

/// Returns places as a packed frame: little-endian doubles, longitude first.
pub fn pack(values: &[f64]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

pub fn subscribe(context: &zmq::Context, endpoint: &str, topic: &str) -> zmq::Result<zmq::Socket> {
    let socket = context.socket(zmq::SUB)?;
    socket.set_linger(0)?;
    socket.set_rcvtimeo(5000)?;
    socket.set_subscribe(topic.as_bytes())?;
    socket.connect(endpoint)?;
    Ok(socket)
}

/// Returns topic, epoch, sequence and reply of the next publication.
pub fn publication(subscriber: &zmq::Socket) -> Result<(String, u64, u64, String), Box<dyn Error>> {
    let mut frames = subscriber.recv_multipart(0)?.into_iter();
    let mut next = || frames.next().ok_or("a publication has three frames");
    let (topic, reply, place) = (next()?, next()?, next()?);
    let (epoch, sequence) = place.split_at(8);
    Ok((
        String::from_utf8(topic)?,
        u64::from_le_bytes(epoch.try_into()?),
        u64::from_le_bytes(sequence.try_into()?),
        String::from_utf8(reply)?,
    ))
}

#[allow(dead_code)] // The conformance program includes this file.
fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let requests = arguments.next().unwrap_or("tcp://127.0.0.1:5555".into());
    let cameras = arguments.next().unwrap_or("tcp://127.0.0.1:5557".into());
    let context = zmq::Context::new();
    let subscriber = subscribe(&context, &cameras, "cam/pitt-street-mall/")?;

    let fit = br#"{"v":1,"id":"r-1","op":"fit","viewport":{"width":390,"height":844},
        "content":{"pois":[{"latitude":-33.8703,"longitude":151.2089},{"latitude":-33.8688,"longitude":151.2070}]},
        "insets":{"top":120,"bottom":300,"left":16,"right":16},
        "limits":{"fence":"pitt-street-mall"},"publish":"cam/pitt-street-mall/kiosk-3/"}"#;
    let reply = request(&context, &[&requests], &vec![fit.to_vec()], 2000)?.ok_or("nobody answered")?;
    println!("{}", String::from_utf8(reply.concat())?);

    let packed = br#"{"v":1,"id":"r-2","op":"fit","viewport":{"width":390,"height":844},
        "content":{"coordinates":{"frame":1,"encoding":"f64le","dims":2,"count":2}},
        "insets":{"top":120,"bottom":300,"left":16,"right":16}}"#;
    let frames = vec![packed.to_vec(), pack(&[151.2089, -33.8703, 151.2070, -33.8688])];
    let reply = request(&context, &[&requests], &frames, 2000)?.ok_or("nobody answered")?;
    println!("{}", String::from_utf8(reply.concat())?);

    let (topic, epoch, sequence, reply) = publication(&subscriber)?;
    println!("{topic}\t{epoch}\t{sequence}\t{reply}");
    Ok(())
}
