open Model
open Mirage_crypto

let sha256 text = Cstruct.to_string (Hash.SHA256.digest (Cstruct.of_string text))

let hex text =
  String.concat ""
    (List.map (fun c -> Printf.sprintf "%02x" (Char.code c)) (List.of_seq (String.to_seq text)))

(* What stands in front of the point in a SubjectPublicKeyInfo, and the size of the whole. *)
let known_keys =
  [
    ("SIGNING_KEY_SPEC_EC_CURVE25519", ("\x30\x2a\x30\x05\x06\x03\x2b\x65\x70\x03\x21\x00", 44));
    ( "SIGNING_KEY_SPEC_EC_P256",
      ( "\x30\x59\x30\x13\x06\x07\x2a\x86\x48\xce\x3d\x02\x01\x06\x08\x2a\x86\x48\xce\x3d\x03\x01\x07\x03\x42\x00\x04",
        91 ) );
    ( "SIGNING_KEY_SPEC_EC_P384",
      ( "\x30\x76\x30\x10\x06\x07\x2a\x86\x48\xce\x3d\x02\x01\x06\x05\x2b\x81\x04\x00\x22\x03\x62\x00\x04",
        120 ) );
  ]

let decode_key { format; key_data; key_spec } =
  if format <> "CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO" then
    Error ("unsupported key format " ^ format)
  else
    match (List.assoc_opt key_spec known_keys, Base64.decode key_data) with
    | None, _ -> Error ("unsupported key spec " ^ key_spec)
    | _, Error (`Msg message) -> Error ("keyData: " ^ message)
    | Some (prefix, size), Ok key
      when String.length key = size && String.sub key 0 (String.length prefix) = prefix ->
        Ok key
    | _ -> Error "keyData is not a key of the given specification"

let rec varint n =
  if n < 0x80 then String.make 1 (Char.chr n)
  else String.make 1 (Char.chr (n land 0x7f lor 0x80)) ^ varint (n lsr 7)

(* UntypedVersionedMessage { bytes data = 1; int32 version = 2 } *)
let versioned data = "\x0a" ^ varint (String.length data) ^ data ^ "\x10" ^ varint 30

let generate synchronizer_id (request : generate_topology_request) =
  let confirmers =
    List.length request.other_confirming_participant_uids
    + if request.local_participant_observation_only then 0 else 1
  in
  if request.synchronizer <> synchronizer_id then Error "unknown synchronizer"
  else if request.party_hint = "" then Error "partyHint must not be empty"
  else if request.confirmation_threshold < 0 then Error "confirmationThreshold must be at least 1"
  else if request.confirmation_threshold > confirmers then
    Error "confirmationThreshold exceeds the number of confirmers"
  else
    Result.map
      (fun key ->
        let fingerprint = "1220" ^ hex (sha256 key) in
        let party_id = request.party_hint ^ "::" ^ fingerprint in
        let mapping = Yojson.Safe.to_string (generate_topology_request_to_yojson request) in
        let transactions =
          List.map versioned [ "namespace " ^ key; "party-key " ^ party_id; "hosting " ^ mapping ]
        in
        {
          party_id;
          public_key_fingerprint = fingerprint;
          topology_transactions = List.map Base64.encode_string transactions;
          multi_hash = "1220" ^ hex (sha256 (String.concat "" (List.map sha256 transactions)));
        })
      (decode_key request.public_key)
