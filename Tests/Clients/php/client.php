<?php
// viewfence from PHP, with php-zmq: copy what you need.
// php client.php [REQUESTS [CAMERAS]]
declare(strict_types=1);

/** Returns the reply's frames (the last is the JSON), or null if nobody answered. Without a reply in time
 *  the same frames, and so the same id, go to the next endpoint. */
function request(array $endpoints, array $frames, int $timeoutMs = 2000, int $tries = 3): ?array
{
    for ($turn = 0; $turn < $tries; $turn++) {
        // A new context each time, so that a socket that got no answer is really gone.
        $socket = new ZMQSocket(new ZMQContext(1, false), ZMQ::SOCKET_DEALER);
        $socket->setSockOpt(ZMQ::SOCKOPT_LINGER, 0);
        $socket->setSockOpt(ZMQ::SOCKOPT_RCVTIMEO, $timeoutMs);
        $socket->connect($endpoints[$turn % count($endpoints)]);
        $socket->sendMulti($frames);
        $reply = $socket->recvMulti();
        if ($reply !== false) {
            return $reply;
        }
    }
    return null;
}

function subscribe(string $endpoint, string $topic): ZMQSocket
{
    $socket = new ZMQSocket(new ZMQContext(1, false), ZMQ::SOCKET_SUB);
    $socket->setSockOpt(ZMQ::SOCKOPT_LINGER, 0);
    $socket->setSockOpt(ZMQ::SOCKOPT_RCVTIMEO, 5000);
    $socket->setSockOpt(ZMQ::SOCKOPT_SUBSCRIBE, $topic);
    $socket->connect($endpoint);
    return $socket;
}

/** Returns topic, epoch, sequence and reply of the next publication. */
function publication(ZMQSocket $subscriber): array
{
    [$topic, $reply, $place] = $subscriber->recvMulti();
    return [$topic, ...array_values(unpack('P2', $place)), $reply];
}

if (realpath($_SERVER['SCRIPT_FILENAME']) === __FILE__) {
    $requests = [$argv[1] ?? 'tcp://127.0.0.1:5555'];
    $subscriber = subscribe($argv[2] ?? 'tcp://127.0.0.1:5557', 'cam/pitt-street-mall/');

    $fit = [
        'v' => 1, 'id' => 'r-1', 'op' => 'fit', 'viewport' => ['width' => 390, 'height' => 844],
        'content' => ['pois' => [
            ['latitude' => -33.8703, 'longitude' => 151.2089],
            ['latitude' => -33.8688, 'longitude' => 151.2070],
        ]],
        'insets' => ['top' => 120, 'bottom' => 300, 'left' => 16, 'right' => 16],
        'limits' => ['fence' => 'pitt-street-mall'], 'publish' => 'cam/pitt-street-mall/kiosk-3/',
    ];
    $reply = request($requests, [json_encode($fit)]) ?? exit(3);
    echo end($reply), "\n";

    // The same places as a packed frame: little-endian doubles, longitude first.
    $fit['id'] = 'r-2';
    $fit['content'] = ['coordinates' => ['frame' => 1, 'encoding' => 'f64le', 'dims' => 2, 'count' => 2]];
    $reply = request($requests, [json_encode($fit), pack('e*', 151.2089, -33.8703, 151.2070, -33.8688)]) ?? exit(3);
    echo end($reply), "\n";

    echo implode("\t", publication($subscriber)), "\n";
}
