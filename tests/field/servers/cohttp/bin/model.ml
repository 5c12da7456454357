type signing_public_key = {
  format : string;
  key_data : string; [@key "keyData"]
  key_spec : string; [@key "keySpec"]
}
[@@deriving yojson { strict = false }]

type generate_topology_request = {
  synchronizer : string;
  party_hint : string; [@key "partyHint"]
  public_key : signing_public_key; [@key "publicKey"]
  local_participant_observation_only : bool;
      [@key "localParticipantObservationOnly"] [@default false]
  other_confirming_participant_uids : string list;
      [@key "otherConfirmingParticipantUids"] [@default []]
  confirmation_threshold : int; [@key "confirmationThreshold"] [@default 0]
  observing_participant_uids : string list;
      [@key "observingParticipantUids"] [@default []]
}
[@@deriving yojson { strict = false }]

type generate_topology_response = {
  party_id : string; [@key "partyId"]
  public_key_fingerprint : string; [@key "publicKeyFingerprint"]
  topology_transactions : string list; [@key "topologyTransactions"]
  multi_hash : string; [@key "multiHash"]
}
[@@deriving to_yojson]

type signature = {
  format : string option; [@default None]
  signature : string option; [@default None]
  signed_by : string option; [@key "signedBy"] [@default None]
  signing_algorithm_spec : string option;
      [@key "signingAlgorithmSpec"] [@default None]
}
[@@deriving of_yojson { strict = false }]

type single_party_signatures = { party : string; signatures : signature list }
[@@deriving of_yojson { strict = false }]

type party_signatures = { signatures : single_party_signatures list }
[@@deriving of_yojson { strict = false }]

type hashing_scheme_version = Unspecified | V2 | V3

let hashing_scheme_version_of_yojson = function
  | `String "HASHING_SCHEME_VERSION_UNSPECIFIED" -> Ok Unspecified
  | `String "HASHING_SCHEME_VERSION_V2" -> Ok V2
  | `String "HASHING_SCHEME_VERSION_V3" -> Ok V3
  | _ -> Error "hashingSchemeVersion is not a known version"

type duration = { seconds : int; nanos : int [@default 0] }
[@@deriving of_yojson { strict = false }]

type deduplication_duration = { value : duration }
[@@deriving of_yojson { strict = false }]

type deduplication_period = {
  deduplication_duration : deduplication_duration option;
      [@key "DeduplicationDuration"] [@default None]
}
[@@deriving of_yojson { strict = false }]

type min_ledger_time = { time : Yojson.Safe.t }
[@@deriving of_yojson { strict = false }]

type execute_submission_request = {
  prepared_transaction : string; [@key "preparedTransaction"]
  party_signatures : party_signatures; [@key "partySignatures"]
  submission_id : string; [@key "submissionId"]
  hashing_scheme_version : hashing_scheme_version; [@key "hashingSchemeVersion"]
  deduplication_period : deduplication_period option;
      [@key "deduplicationPeriod"] [@default None]
  user_id : string option; [@key "userId"] [@default None]
  min_ledger_time : min_ledger_time option;
      [@key "minLedgerTime"] [@default None]
}
[@@deriving of_yojson { strict = false }]
