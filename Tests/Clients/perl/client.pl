#!/usr/bin/perl
# viewfence from Perl, with ZMQ::FFI: copy what you need.
# perl client.pl [REQUESTS [CAMERAS]]
use v5.24;
use warnings;
use JSON::PP;
use ZMQ::FFI;
use ZMQ::FFI::Constants qw(ZMQ_DEALER ZMQ_SUB ZMQ_RCVTIMEO);

my $context = ZMQ::FFI->new;

# Returns the reply's frames (the last is the JSON), or none if nobody answered. Without a reply in time
# the same frames, and so the same id, go to the next endpoint.
sub request {
    my ($endpoints, $frames, $timeout_ms) = @_;
    for my $turn (0 .. 2) {
        my $socket = $context->socket(ZMQ_DEALER);
        $socket->set_linger(0);
        $socket->set(ZMQ_RCVTIMEO, 'int', $timeout_ms // 2000);
        $socket->connect($endpoints->[$turn % @$endpoints]);
        $socket->send_multipart($frames);
        my @reply = eval { $socket->recv_multipart };
        return @reply if @reply;
    }
    return;
}

sub subscribe {
    my ($endpoint, $topic) = @_;
    my $socket = $context->socket(ZMQ_SUB);
    $socket->set_linger(0);
    $socket->set(ZMQ_RCVTIMEO, 'int', 5000);
    $socket->subscribe($topic);
    $socket->connect($endpoint);
    return $socket;
}

# Returns topic, epoch, sequence and reply of the next publication.
sub publication {
    my ($topic, $reply, $place) = shift->recv_multipart;
    return ($topic, unpack('Q<Q<', $place), $reply);
}

sub main {
    my @requests = shift // 'tcp://127.0.0.1:5555';
    my $subscriber = subscribe(shift // 'tcp://127.0.0.1:5557', 'cam/pitt-street-mall/');

    my %fit = (
        v => 1, id => 'r-1', op => 'fit', viewport => {width => 390, height => 844},
        content => {pois => [
            {latitude => -33.8703, longitude => 151.2089}, {latitude => -33.8688, longitude => 151.2070}
        ]},
        insets => {top => 120, bottom => 300, left => 16, right => 16},
        limits => {fence => 'pitt-street-mall'}, publish => 'cam/pitt-street-mall/kiosk-3/',
    );
    say +(request(\@requests, [encode_json(\%fit)]))[-1] // die 'nobody answered';

    # The same places as a packed frame: little-endian doubles, longitude first.
    my $coordinates = {frame => 1, encoding => 'f64le', dims => 2, count => 2};
    my $packed = encode_json({%fit, id => 'r-2', content => {coordinates => $coordinates}});
    my $places = pack('d<*', 151.2089, -33.8703, 151.2070, -33.8688);
    say +(request(\@requests, [$packed, $places]))[-1] // die 'nobody answered';

    say join "\t", publication($subscriber);
}

main(@ARGV) unless caller;
1;
