-module(ledger_auth).
-export([check/1]).

check(Req) ->
    Token = case mochiweb_request:get_header_value("Authorization", Req) of
        "Bearer " ++ Bearer -> Bearer;
        _ -> mochiweb_request:get_header_value("Sec-WebSocket-Protocol", Req)
    end,
    case Token of
        undefined -> throw({unauthenticated, <<"An access token is required">>});
        _ -> verify(list_to_binary(Token))
    end.

verify(Token) ->
    Key = jose_jwk:from_oct(list_to_binary(os:getenv("JWT_SECRET"))),
    try jose_jwt:verify_strict(Key, [<<"HS256">>], Token) of
        {true, {jose_jwt, Claims}, _} -> check_expiry(Claims);
        _ -> throw({unauthenticated, <<"The access token has a wrong signature">>})
    catch
        error:_ -> throw({unauthenticated, <<"The access token cannot be read">>})
    end.

check_expiry(#{<<"exp">> := Expiry}) ->
    Expiry > erlang:system_time(second) orelse throw({unauthenticated, <<"The access token has expired">>});
check_expiry(_) ->
    ok.
