// Sends the lines of standard input; check.py says what a line holds.
def headers = [plain: [], mdp1: ['', 'MDPC01', 'viewfence.v1'], mdp2: ['MDPC02', '\u0001', 'viewfence.v1']]
def output = new PrintStream(System.out, true, 'UTF-8')

System.in.eachLine('UTF-8') { line ->
    def (framing, form, endpoints, timeout, json, coordinates, cameras, topic) = line.split('\t')
    List<byte[]> frames = (headers[framing] + json)*.getBytes('UTF-8')
    if (coordinates != '-') frames << Client.pack(coordinates.split(',')*.toDouble())
    def subscriber = topic == '-' ? null : Client.subscribe(cameras, topic)
    def reply = Client.request(endpoints.split(',') as List, frames, timeout as int)
    output.println(reply == null ? 'nobody' : reply.collect { Client.text(it) }.join('\t'))
    if (subscriber) {
        output.println(Client.publication(subscriber).join('\t'))
        subscriber.close()
    }
}
Client.context.term()
