-module(ledger_submission).
-export([execute/1]).

-define(SCHEMES, [
    <<"HASHING_SCHEME_VERSION_UNSPECIFIED">>, <<"HASHING_SCHEME_VERSION_V2">>, <<"HASHING_SCHEME_VERSION_V3">>
]).

execute(
    #{
        <<"preparedTransaction">> := Transaction,
        <<"partySignatures">> := #{<<"signatures">> := [#{<<"party">> := Party, <<"signatures">> := Signatures}]},
        <<"submissionId">> := SubmissionId,
        <<"hashingSchemeVersion">> := Scheme
    } = Body
) when is_binary(Transaction), is_binary(Party), is_binary(SubmissionId), Signatures =/= [] ->
    lists:member(Scheme, ?SCHEMES) orelse throw({invalid, <<"hashingSchemeVersion is not known">>}),
    re:run(SubmissionId, "^[A-Za-z0-9._:\\-#/ ]{1,255}$") =/= nomatch orelse
        throw({invalid, <<"submissionId is not a LedgerString">>}),
    lists:foreach(fun check_signature/1, Signatures),
    is_binary(maps:get(<<"userId">>, Body, <<>>)) orelse throw({invalid, <<"userId must be a string">>}),
    check_deduplication(maps:get(<<"deduplicationPeriod">>, Body, #{})),
    is_map(maps:get(<<"minLedgerTime">>, Body, #{})) orelse
        throw({invalid, <<"minLedgerTime must be an object">>}),
    #{};
execute(_) ->
    throw({invalid, <<"The submission is not complete, or not of exactly one party">>}).

check_signature(#{
    <<"format">> := Format, <<"signature">> := Signature, <<"signedBy">> := SignedBy,
    <<"signingAlgorithmSpec">> := Algorithm
}) when is_binary(Format), is_binary(Signature), is_binary(SignedBy), is_binary(Algorithm) ->
    ok;
check_signature(_) ->
    throw({invalid, <<"A signature is not complete">>}).

check_deduplication(#{<<"DeduplicationDuration">> := #{<<"value">> := Value}}) ->
    Seconds = maps:get(<<"seconds">>, Value, 0),
    Nanos = maps:get(<<"nanos">>, Value, 0),
    (is_integer(Seconds) andalso is_integer(Nanos)) orelse
        throw({invalid, <<"seconds and nanos must be integers">>});
check_deduplication(Period) when is_map(Period) ->
    ok;
check_deduplication(_) ->
    throw({invalid, <<"deduplicationPeriod must be an object">>}).
