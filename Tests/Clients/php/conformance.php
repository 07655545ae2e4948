<?php
// Sends the lines of standard input; check.py says what a line holds.
// The numbers go through PHP's own JSON, so that what it reads and writes is tested too.
declare(strict_types=1);
require __DIR__ . '/client.php';

const HEADERS = ['plain' => [], 'mdp1' => ['', 'MDPC01', 'viewfence.v1'], 'mdp2' => ['MDPC02', "\x01", 'viewfence.v1']];

function again(string $json): string
{
    return json_encode(json_decode($json, flags: JSON_THROW_ON_ERROR), JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
}

while (($line = fgets(STDIN)) !== false) {
    [$framing, $form, $endpoints, $timeout, $request, $coordinates, $cameras, $topic] = explode("\t", rtrim($line, "\n"));
    $frames = [...HEADERS[$framing], $form === 'json' ? again($request) : $request];
    if ($coordinates !== '-') {
        $frames[] = pack('e*', ...array_map('floatval', explode(',', $coordinates)));
    }
    $subscriber = $topic === '-' ? null : subscribe($cameras, $topic);
    $reply = request(explode(',', $endpoints), $frames, (int) $timeout);
    if ($reply !== null) {
        $reply[] = again(array_pop($reply));
    }
    echo $reply === null ? 'nobody' : implode("\t", $reply), "\n";
    if ($subscriber !== null) {
        [$topic, $epoch, $sequence, $published] = publication($subscriber);
        echo implode("\t", [$topic, $epoch, $sequence, again($published)]), "\n";
    }
}
