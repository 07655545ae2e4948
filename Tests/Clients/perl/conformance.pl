#!/usr/bin/perl
# Sends the lines of standard input; check.py says what a line holds.
# The numbers go through Perl's own JSON, so that what it reads and writes is tested too.
use v5.24;
use warnings;
use FindBin;
require "$FindBin::Bin/client.pl";

my %headers = (plain => [], mdp1 => ['', 'MDPC01', 'viewfence.v1'], mdp2 => ['MDPC02', "\x01", 'viewfence.v1']);
my $json = JSON::PP->new->utf8->canonical;

while (my $line = <STDIN>) {
    chomp $line;
    my ($framing, $form, $endpoints, $timeout, $request, $coordinates, $cameras, $topic) = split /\t/, $line;
    my @frames = (@{$headers{$framing}}, $form eq 'json' ? $json->encode($json->decode($request)) : $request);
    push @frames, pack('d<*', split /,/, $coordinates) if $coordinates ne '-';
    my $subscriber = $topic eq '-' ? undef : subscribe($cameras, $topic);
    my @reply = request([split /,/, $endpoints], \@frames, $timeout);
    $reply[-1] = $json->encode($json->decode($reply[-1])) if @reply;
    say @reply ? join("\t", @reply) : 'nobody';
    if ($subscriber) {
        my @publication = publication($subscriber);
        $publication[-1] = $json->encode($json->decode($publication[-1]));
        say join "\t", @publication;
    }
}
