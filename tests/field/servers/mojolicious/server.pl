# Stack: Mojolicious::Lite with Crypt::JWT and CryptX (packages of Debian).
use Mojolicious::Lite -signatures;
use Crypt::JWT qw(decode_jwt);
use Crypt::PK::ECC;
use Crypt::PK::Ed25519;
use Digest::SHA qw(sha256 sha256_hex);
use MIME::Base64 qw(decode_base64 encode_base64 encode_base64url decode_base64url);
use Mojo::JSON qw(true false);

my %formats = map { $_ => 1 } qw(CRYPTO_KEY_FORMAT_RAW CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO);
my %schemes = map { ("HASHING_SCHEME_VERSION_$_" => 1) } qw(UNSPECIFIED V2 V3);
my @users = map {
    {   id                 => $_,
        primaryParty       => '',
        isDeactivated      => false,
        metadata           => {resourceVersion => '1', annotations => {}},
        identityProviderId => ''
    }
} 'participant_admin', map { sprintf 'user-%02d', $_ } 1 .. 11;

helper failure => sub ($c, $status, $code, $category, $cause) {
    $c->render(
        status => $status,
        json   => {code => $code, cause => $cause, context => {}, errorCategory => $category}
    );
};

helper invalid => sub ($c, $cause) {
    return $c->failure(400, 'INVALID_ARGUMENT', 8, $cause) if $c->req->url->path !~ /generate-topology$/;
    $c->res->headers->content_type('text/plain');
    $c->render(status => 400, data => $cause);
};

sub text ($from, $name) {
    my $value = $from->{$name} or die "$name is required\n";
    die "$name must be a string\n" if ref $value;
    return $value;
}

sub texts ($from, $name) {
    my $list = $from->{$name} // [];
    die "$name must be a list\n" unless ref $list eq 'ARRAY';
    ref $_ and die "$name must contain strings\n" for @$list;
    return $list;
}

sub der_of ($key) {
    die "publicKey is required\n" unless ref $key eq 'HASH';
    my ($format, $spec) = (text($key, 'format'), text($key, 'keySpec'));
    die "unknown format\n" unless $formats{$format};
    my $data = decode_base64(text($key, 'keyData'));
    if ($spec eq 'SIGNING_KEY_SPEC_EC_P256') {
        my $read = eval { Crypt::PK::ECC->new(\$data) } or die "keyData is no key: $@";
        return $read->export_key_der('public');
    }
    die "unknown keySpec\n" unless $spec eq 'SIGNING_KEY_SPEC_EC_CURVE25519';
    my $read = $format eq 'CRYPTO_KEY_FORMAT_RAW'
        ? eval { Crypt::PK::Ed25519->new->import_key_raw($data, 'public') }
        : eval { Crypt::PK::Ed25519->new(\$data) };
    die "keyData is no key: $@" unless $read;
    return $read->export_key_der('public');
}

sub versioned ($data) {
    my ($left, $length) = (length $data, '');
    while ($left > 127) { $length .= chr($left & 127 | 128); $left >>= 7 }
    return "\x0a$length" . chr($left) . "$data\x10\x1e";
}

under sub ($c) {
    my ($token) = ($c->req->headers->authorization // '') =~ /^Bearer (.+)$/;
    ($token) = ($c->req->headers->sec_websocket_protocol // '') =~ /jwt\.token\.([^,\s]+)/ unless $token;
    return 1 if eval { decode_jwt(token => $token, key => $ENV{JWT_SECRET}, accepted_alg => 'HS256') };
    $c->failure(401, 'UNAUTHENTICATED', 6, 'The token is not valid');
    return undef;
};

post '/v2/parties/external/generate-topology' => sub ($c) {
    my $result = eval {
        my $body = $c->req->json;
        die "The body must be a JSON object\n" unless ref $body eq 'HASH';
        my ($synchronizer, $hint) = (text($body, 'synchronizer'), text($body, 'partyHint'));
        die "partyHint is not valid\n" unless $hint =~ /^[A-Za-z0-9:\-_ ]{1,185}$/;
        my $der = der_of($body->{publicKey});
        my $threshold = $body->{confirmationThreshold} // 0;
        die "confirmationThreshold must be an integer\n" unless $threshold =~ /^\d+$/ && $threshold < 2**31;
        my ($others, $observing) = map { texts($body, $_) } qw(otherConfirmingParticipantUids observingParticipantUids);
        return {unknown => $synchronizer} if $synchronizer ne $ENV{SYNCHRONIZER_ID};
        my $fingerprint = '1220' . sha256_hex($der);
        my $party       = "${hint}::$fingerprint";
        my @made        = map { versioned(join ' ', $_, $party, @$others, $threshold, @$observing, rand) }
            qw(NamespaceDelegation PartyToKeyMapping PartyToParticipant);
        {   partyId              => $party,
            publicKeyFingerprint => $fingerprint,
            topologyTransactions => [map { encode_base64($_, '') } @made],
            multiHash            => encode_base64("\x12\x20" . sha256(join '', @made), '')
        };
    };
    return $c->invalid($@) unless $result;
    return $c->failure(404, 'UNKNOWN_SYNCHRONIZER', 11, "Unknown synchronizer $result->{unknown}") if $result->{unknown};
    $c->render(json => $result);
};

post '/v2/interactive-submission/execute' => sub ($c) {
    eval {
        my $body = $c->req->json;
        die "The body must be a JSON object\n" unless ref $body eq 'HASH';
        text($body, 'preparedTransaction');
        die "submissionId is not valid\n" unless text($body, 'submissionId') =~ m{^[A-Za-z0-9#:\-_/ ]{1,255}$};
        die "hashingSchemeVersion is not known\n" unless $schemes{text($body, 'hashingSchemeVersion')};
        my $parties = $body->{partySignatures}{signatures};
        die "Only single-party submissions are supported\n" unless ref $parties eq 'ARRAY' && @$parties == 1;
        text($parties->[0], 'party');
        my $signatures = $parties->[0]{signatures};
        die "signatures are required\n" unless ref $signatures eq 'ARRAY' && @$signatures;
        for my $signature (@$signatures) { text($signature, $_) for qw(format signature signedBy signingAlgorithmSpec) }
        for my $name (qw(deduplicationPeriod minLedgerTime)) {
            die "$name must be an object\n" if defined $body->{$name} && ref $body->{$name} ne 'HASH';
        }
        die "userId must be a string\n" if ref $body->{userId};
        1;
    } or return $c->invalid($@);
    $c->render(json => {});
};

get '/v2/users' => sub ($c) {
    my ($size, $token) = ($c->param('pageSize') // 100, $c->param('pageToken') // '');
    return $c->invalid('pageSize must be a positive integer') unless $size =~ /^[1-9]\d*$/;
    my $start = $token eq '' ? 0 : decode_base64url($token);
    return $c->invalid('pageToken is not valid') unless $start =~ /^\d+$/;
    my $end = $start + $size;
    $end = @users if $end > @users;
    my @page = @users[$start .. $end - 1];
    $c->render(json => {users => \@page, nextPageToken => $end < @users ? encode_base64url($end) : ''});
};

app->start;
