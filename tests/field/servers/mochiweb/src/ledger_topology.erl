-module(ledger_topology).
-export([generate/1]).

generate(
    #{
        <<"synchronizer">> := Synchronizer,
        <<"partyHint">> := Hint,
        <<"publicKey">> := #{<<"format">> := Format, <<"keyData">> := KeyData, <<"keySpec">> := KeySpec}
    } = Body
) when is_binary(Synchronizer), is_binary(Hint), is_binary(KeySpec) ->
    Others = uids(<<"otherConfirmingParticipantUids">>, Body),
    Observers = uids(<<"observingParticipantUids">>, Body),
    ObservesOnly = maps:get(<<"localParticipantObservationOnly">>, Body, false),
    is_boolean(ObservesOnly) orelse throw({invalid, <<"localParticipantObservationOnly is not a boolean">>}),
    Threshold = maps:get(<<"confirmationThreshold">>, Body, 0),
    Threshold >= 0 orelse throw({invalid, <<"confirmationThreshold must be at least 1">>}),
    re:run(Hint, "^[\\w:\\- ]{1,185}$") =/= nomatch orelse throw({invalid, <<"partyHint is not valid">>}),
    Key = decode_key(Format, KeyData),
    Synchronizer =:= list_to_binary(os:getenv("SYNCHRONIZER_ID")) orelse
        throw({not_found, <<"The synchronizer is not known">>}),
    Confirmers = case ObservesOnly of
        true -> Others;
        false -> [<<"participant">> | Others]
    end,
    topology(Hint, Key, Confirmers, Observers, Threshold);
generate(_) ->
    throw({invalid, <<"synchronizer, partyHint and publicKey are required">>}).

topology(Hint, Key, Confirmers, Observers, Threshold) ->
    Fingerprint = iolist_to_binary(["1220", hex(crypto:hash(sha256, Key))]),
    Transactions = [versioned_message(Mapping) || Mapping <- [
        #{namespaceDelegation => Fingerprint, nonce => nonce()},
        #{partyToKeyMapping => base64:encode(Key), threshold => 1, hint => Hint, nonce => nonce()},
        #{partyToParticipant => Confirmers, observers => Observers, nonce => nonce(),
          threshold => max(Threshold, 1)}
    ]],
    #{
        partyId => <<Hint/binary, "::", Fingerprint/binary>>,
        publicKeyFingerprint => Fingerprint,
        topologyTransactions => [base64:encode(Transaction) || Transaction <- Transactions],
        multiHash => base64:encode(crypto:hash(sha256, Transactions))
    }.

uids(Field, Body) ->
    Uids = maps:get(Field, Body, []),
    lists:all(fun is_binary/1, Uids) orelse throw({invalid, <<Field/binary, " must be strings">>}),
    Uids.

decode_key(<<"CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO">>, KeyData) ->
    try
        Der = base64:decode(KeyData),
        _ = public_key:der_decode('SubjectPublicKeyInfo', Der),
        Der
    catch
        error:_ -> throw({invalid, <<"publicKey.keyData cannot be decoded">>})
    end;
decode_key(_, _) ->
    throw({invalid, <<"publicKey.format is not known">>}).

%% UntypedVersionedMessage { bytes data = 1; int32 version = 2; }
versioned_message(Content) ->
    Data = iolist_to_binary(jiffy:encode(Content)),
    <<16#0a, (varint(byte_size(Data)))/binary, Data/binary, 16#10, 30>>.

varint(N) when N < 128 -> <<N>>;
varint(N) -> <<1:1, (N band 127):7, (varint(N bsr 7))/binary>>.

nonce() -> hex(crypto:strong_rand_bytes(8)).

hex(Binary) -> list_to_binary(string:lowercase(binary_to_list(binary:encode_hex(Binary)))).
