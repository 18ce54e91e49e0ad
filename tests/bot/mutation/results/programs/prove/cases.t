# Test points for Test::More that break as the variable BREAK says.
use strict;
use warnings;
use Test::More;

my $break = $ENV{BREAK} // '';
plan tests => 6 if $break =~ /first/;
ok($break !~ /fail/, 'capacity # odd');
BAIL_OUT('no ground to stand on') if $break =~ /bail/;
TODO: {
    local $TODO = 'later';
    ok(0, 'to do');
}
die 'half-way' if $break =~ /die/;
SKIP: {
    skip 'no device', 1;
}
subtest 'inner' => sub {
    plan tests => 2;
    ok(1, 'x');
    exit 3 if $break =~ /exit/;
    ok($break !~ /part/, 'y');
};
ok(1);
is_deeply([1], $break =~ /fail/ ? [2] : [1], 'same');
done_testing() unless $break =~ /first/;
