//! Sends the lines of standard input; check.py says what a line holds.

mod client;

use client::{pack, publication, request, subscribe, Frames};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let context = zmq::Context::new();
    for line in std::io::stdin().lines() {
        let line = line?;
        let fields: Vec<&str> = line.split('\t').collect();
        let fields: [&str; 8] = fields.try_into().map_err(|_| "a line has eight fields")?;
        let [framing, _, endpoints, timeout, json, coordinates, cameras, topic] = fields;

        let header: &[&str] = match framing {
            "mdp1" => &["", "MDPC01", "viewfence.v1"],
            "mdp2" => &["MDPC02", "\x01", "viewfence.v1"],
            _ => &[],
        };
        let mut frames: Frames = header.iter().chain([&json]).map(|frame| frame.as_bytes().to_vec()).collect();
        if coordinates != "-" {
            let values: Result<Vec<f64>, _> = coordinates.split(',').map(str::parse).collect();
            frames.push(pack(&values?));
        }

        let subscriber = if topic == "-" { None } else { Some(subscribe(&context, cameras, topic)?) };
        let endpoints: Vec<&str> = endpoints.split(',').collect();
        match request(&context, &endpoints, &frames, timeout.parse()?)? {
            Some(reply) => println!("{}", String::from_utf8(reply.join(&b'\t'))?),
            None => println!("nobody"),
        }
        if let Some(subscriber) = subscriber {
            let (topic, epoch, sequence, reply) = publication(&subscriber)?;
            println!("{topic}\t{epoch}\t{sequence}\t{reply}");
        }
    }
    Ok(())
}
