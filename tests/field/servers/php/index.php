<?php
// Stack: PHP 8 without a framework, on the server that comes with it.

const FORMATS = ['CRYPTO_KEY_FORMAT_RAW', 'CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO'];
const SPECS = ['SIGNING_KEY_SPEC_EC_CURVE25519', 'SIGNING_KEY_SPEC_EC_P256'];
const SCHEMES = ['HASHING_SCHEME_VERSION_UNSPECIFIED', 'HASHING_SCHEME_VERSION_V2', 'HASHING_SCHEME_VERSION_V3'];

class Invalid extends Exception {}

function answer(int $status, $body): never
{
    http_response_code($status);
    header('Content-Type: application/json');
    echo json_encode($body, JSON_UNESCAPED_SLASHES);
    exit;
}

function fail(int $status, string $code, int $category, string $cause): never
{
    answer($status, ['code' => $code, 'cause' => $cause, 'context' => (object) [], 'errorCategory' => $category]);
}

function base64url(string $text): string
{
    return base64_decode(strtr($text, '-_', '+/'));
}

function authenticate(): void
{
    $header = $_SERVER['HTTP_AUTHORIZATION'] ?? '';
    $protocol = $_SERVER['HTTP_SEC_WEBSOCKET_PROTOCOL'] ?? '';
    if (preg_match('/^Bearer (.+)$/', $header, $found) || preg_match('/jwt\.token\.([^, ]+)/', $protocol, $found)) {
        $parts = explode('.', $found[1]);
        if (count($parts) == 3) {
            $head = json_decode(base64url($parts[0]), true);
            $claims = json_decode(base64url($parts[1]), true);
            $expected = hash_hmac('sha256', "$parts[0].$parts[1]", getenv('JWT_SECRET'), true);
            $isSigned = ($head['alg'] ?? '') == 'HS256' && hash_equals($expected, base64url($parts[2]));
            if ($isSigned && (empty($claims['exp']) || $claims['exp'] > time())) {
                return;
            }
        }
    }
    fail(401, 'UNAUTHENTICATED', 6, 'The token is missing or not valid.');
}

function text(array $from, string $name): string
{
    if (empty($from[$name])) {
        throw new Invalid("$name is required");
    }
    if (!is_string($from[$name])) {
        throw new Invalid("$name must be a string");
    }
    return $from[$name];
}

function texts(array $from, string $name): array
{
    $list = $from[$name] ?? [];
    if (!is_array($list)) {
        throw new Invalid("$name must be an array");
    }
    foreach ($list as $one) {
        if (!is_string($one)) {
            throw new Invalid("$name must contain strings");
        }
    }
    return $list;
}

function body(): array
{
    $body = json_decode(file_get_contents('php://input'), true);
    if (!is_array($body)) {
        throw new Invalid('The body is not a JSON object: ' . json_last_error_msg());
    }
    return $body;
}

/** The DER form of a public key. */
function derOf(array $key): string
{
    $format = text($key, 'format');
    $spec = text($key, 'keySpec');
    if (!in_array($format, FORMATS) || !in_array($spec, SPECS)) {
        throw new Invalid('publicKey: unknown format or keySpec');
    }
    $data = base64_decode(text($key, 'keyData'), true);
    if ($data === false) {
        throw new Invalid('keyData is not base64');
    }
    if ($format == 'CRYPTO_KEY_FORMAT_RAW') {
        if (strlen($data) != 32) {
            throw new Invalid('keyData must have 32 bytes');
        }
        return hex2bin('302a300506032b6570032100') . $data;
    }
    $prefix = $spec == 'SIGNING_KEY_SPEC_EC_P256'
        ? '3059301306072a8648ce3d020106082a8648ce3d03010703420004' : '302a300506032b6570032100';
    $length = $spec == 'SIGNING_KEY_SPEC_EC_P256' ? 91 : 44;
    if (strlen($data) != $length || !str_starts_with(bin2hex($data), $prefix)) {
        throw new Invalid('keyData does not fit keySpec');
    }
    return $data;
}

function versioned(string $data): string
{
    $length = '';
    for ($left = strlen($data); $left > 127; $left >>= 7) {
        $length .= chr($left & 127 | 128);
    }
    return "\x0a" . $length . chr($left) . $data . "\x10\x1e";
}

function generateTopology(): never
{
    $body = body();
    $synchronizer = text($body, 'synchronizer');
    $hint = text($body, 'partyHint');
    if (!preg_match('/^[A-Za-z0-9:\-_ ]{1,185}$/', $hint)) {
        throw new Invalid('partyHint is not valid');
    }
    if (!isset($body['publicKey']) || !is_array($body['publicKey'])) {
        throw new Invalid('publicKey is required');
    }
    $der = derOf($body['publicKey']);
    $observes = $body['localParticipantObservationOnly'] ?? false;
    if (!is_bool($observes)) {
        throw new Invalid('localParticipantObservationOnly must be a boolean');
    }
    $others = texts($body, 'otherConfirmingParticipantUids');
    $observing = texts($body, 'observingParticipantUids');
    $threshold = $body['confirmationThreshold'] ?? 0;
    if (!is_int($threshold) || $threshold < 0 || $threshold > 2147483647) {
        throw new Invalid('confirmationThreshold must be an int32 of at least 1');
    }
    if ($synchronizer != getenv('SYNCHRONIZER_ID')) {
        fail(404, 'UNKNOWN_SYNCHRONIZER', 11, "Unknown synchronizer $synchronizer");
    }
    $fingerprint = '1220' . hash('sha256', $der);
    $party = "$hint::$fingerprint";
    $transactions = [];
    foreach (['NamespaceDelegation', 'PartyToKeyMapping', 'PartyToParticipant'] as $mapping) {
        $transactions[] = versioned(serialize([$mapping, $party, $others, $observing, $threshold, hrtime()]));
    }
    answer(200, [
        'partyId' => $party,
        'publicKeyFingerprint' => $fingerprint,
        'topologyTransactions' => array_map('base64_encode', $transactions),
        'multiHash' => base64_encode("\x12\x20" . hash('sha256', implode($transactions), true)),
    ]);
}

function execute(): never
{
    $body = body();
    text($body, 'preparedTransaction');
    if (!preg_match('/^[A-Za-z0-9#:\-_\/ ]{1,255}$/', text($body, 'submissionId'))) {
        throw new Invalid('submissionId is not a valid LedgerString');
    }
    if (!in_array(text($body, 'hashingSchemeVersion'), SCHEMES)) {
        throw new Invalid('hashingSchemeVersion is not known');
    }
    $parties = $body['partySignatures']['signatures'] ?? null;
    if (!is_array($parties) || count($parties) != 1) {
        throw new Invalid('Only single-party submissions are supported');
    }
    foreach ($parties as $party) {
        text($party, 'party');
        if (empty($party['signatures'])) {
            throw new Invalid('signatures are required');
        }
        foreach ($party['signatures'] as $signature) {
            foreach (['format', 'signature', 'signedBy', 'signingAlgorithmSpec'] as $name) {
                text($signature, $name);
            }
        }
    }
    foreach (['deduplicationPeriod', 'minLedgerTime'] as $name) {
        if (isset($body[$name]) && !is_array($body[$name])) {
            throw new Invalid("$name must be an object");
        }
    }
    if (isset($body['userId']) && !is_string($body['userId'])) {
        throw new Invalid('userId must be a string');
    }
    answer(200, (object) []);
}

function listUsers(): never
{
    $users = [];
    foreach (array_merge(['participant_admin'], array_map(fn ($n) => sprintf('user-%02d', $n), range(1, 11))) as $id) {
        $metadata = ['resourceVersion' => '1', 'annotations' => (object) []];
        $users[] = ['id' => $id, 'primaryParty' => '', 'isDeactivated' => false, 'metadata' => $metadata, 'identityProviderId' => ''];
    }
    $size = $_GET['pageSize'] ?? 100;
    $token = $_GET['pageToken'] ?? '';
    if (!is_numeric($size) || $size < 1) {
        fail(400, 'INVALID_ARGUMENT', 8, 'pageSize must be a positive number');
    }
    $start = $token == '' ? 0 : base64_decode($token);
    if (!is_numeric($start)) {
        fail(400, 'INVALID_ARGUMENT', 8, 'pageToken is not valid');
    }
    $page = array_slice($users, $start, $size);
    $end = $start + count($page);
    answer(200, ['users' => $page, 'nextPageToken' => $end < count($users) ? base64_encode((string) $end) : '']);
}

$route = $_SERVER['REQUEST_METHOD'] . ' ' . parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
try {
    authenticate();
    match ($route) {
        'POST /v2/parties/external/generate-topology' => generateTopology(),
        'POST /v2/interactive-submission/execute' => execute(),
        'GET /v2/users' => listUsers(),
        default => fail(404, 'NOT_FOUND', 11, 'There is no such operation.'),
    };
} catch (Invalid $invalid) {
    if (str_contains($route, 'generate-topology')) {
        http_response_code(400);
        header('Content-Type: text/plain');
        echo $invalid->getMessage();
        exit;
    }
    fail(400, 'INVALID_ARGUMENT', 8, $invalid->getMessage());
}
