package field;

import java.io.ByteArrayOutputStream;
import java.security.*;
import java.security.interfaces.ECPublicKey;
import java.security.spec.*;
import java.util.*;
import java.util.stream.Stream;

class Topology {
    /** Reads the key; returns it as SubjectPublicKeyInfo, whatever format it came in. */
    static byte[] decodeKey(SigningPublicKey key) throws GeneralSecurityException {
        boolean ed25519 = key.keySpec().equals("SIGNING_KEY_SPEC_EC_CURVE25519");
        byte[] data = key.keyData();
        if (key.format().equals("CRYPTO_KEY_FORMAT_RAW") && data.length == 32 && ed25519) {
            data = HexFormat.of().parseHex("302a300506032b6570032100" + HexFormat.of().formatHex(data));
        } else if (!key.format().equals("CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO")
                || !ed25519 && !key.keySpec().equals("SIGNING_KEY_SPEC_EC_P256")) {
            throw new InvalidKeySpecException("unsupported format or keySpec");
        }
        var decoded = KeyFactory.getInstance(ed25519 ? "Ed25519" : "EC").generatePublic(new X509EncodedKeySpec(data));
        if (decoded instanceof ECPublicKey ec && ec.getParams().getCurve().getField().getFieldSize() != 256) {
            throw new InvalidKeySpecException("the key is not on the curve P-256");
        }
        return decoded.getEncoded();
    }

    /** An UntypedVersionedMessage: field 1 is the data, field 2 the version. */
    static byte[] versioned(byte[] data) {
        var out = new ByteArrayOutputStream();
        out.write(0x0a);
        for (int length = data.length; length > 0; length >>>= 7) {
            out.write(length > 127 ? length & 127 | 128 : length);
        }
        out.writeBytes(data);
        out.writeBytes(new byte[] {0x10, 30});
        return out.toByteArray();
    }

    static Map<String, Object> generate(TopologyRequest request, byte[] key) throws GeneralSecurityException {
        var sha256 = MessageDigest.getInstance("SHA-256");
        String fingerprint = "1220" + HexFormat.of().formatHex(sha256.digest(key));
        String party = request.partyHint() + "::" + fingerprint;
        List<byte[]> transactions = Stream.of("NamespaceDelegation", "PartyToKeyMapping", "PartyToParticipant")
                .map(mapping -> versioned((mapping + party + request + UUID.randomUUID()).getBytes())).toList();
        transactions.forEach(sha256::update);
        return Map.of("partyId", party, "publicKeyFingerprint", fingerprint, "topologyTransactions", transactions,
                "multiHash", sha256.digest());
    }
}
