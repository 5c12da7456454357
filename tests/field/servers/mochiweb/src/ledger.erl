%% Stack: MochiWeb with jiffy and jose, dispatching by hand as in the applications that mochiweb generates.
-module(ledger).
-export([start/0, loop/1]).

start() ->
    {ok, _} = application:ensure_all_started(jose),
    {ok, _} = application:ensure_all_started(mochiweb),
    Port = list_to_integer(os:getenv("PORT")),
    {ok, _} = mochiweb_http:start([
        {name, ?MODULE}, {ip, "127.0.0.1"}, {port, Port}, {loop, fun ?MODULE:loop/1}, {link, false}
    ]).

loop(Req) ->
    Path = mochiweb_request:get(path, Req),
    try
        ledger_auth:check(Req),
        dispatch(mochiweb_request:get(method, Req), Path, Req)
    catch
        throw:{unauthenticated, Cause} ->
            fail(Req, 401, <<"UNAUTHENTICATED">>, 6, 16, Cause);
        throw:{invalid, Cause} when Path =:= "/v2/parties/external/generate-topology" ->
            mochiweb_request:respond({400, [{"Content-Type", "text/plain"}], Cause}, Req);
        throw:{invalid, Cause} ->
            fail(Req, 400, <<"INVALID_ARGUMENT">>, 8, 3, Cause);
        throw:{not_found, Cause} ->
            fail(Req, 404, <<"NOT_FOUND">>, 11, 5, Cause);
        Class:Reason:Stack ->
            error_logger:error_msg("~p ~s: ~p:~p~n~p~n", [self(), Path, Class, Reason, Stack]),
            fail(Req, 500, <<"INTERNAL">>, 4, 13, <<"Internal error">>)
    end.

dispatch('POST', "/v2/parties/external/generate-topology", Req) ->
    respond(Req, 200, ledger_topology:generate(body(Req)));
dispatch('POST', "/v2/interactive-submission/execute", Req) ->
    respond(Req, 200, ledger_submission:execute(body(Req)));
dispatch('GET', "/v2/users", Req) ->
    respond(Req, 200, ledger_users:list(mochiweb_request:parse_qs(Req)));
dispatch(_, Path, _) ->
    throw({not_found, iolist_to_binary(["No such path: ", Path])}).

body(Req) ->
    try
        jiffy:decode(mochiweb_request:recv_body(Req), [return_maps])
    catch
        error:{Position, Error} ->
            throw({invalid, iolist_to_binary(io_lib:format("Invalid JSON at ~p: ~p", [Position, Error]))})
    end.

respond(Req, Status, Json) ->
    mochiweb_request:respond({Status, [{"Content-Type", "application/json"}], jiffy:encode(Json)}, Req).

fail(Req, Status, Code, Category, Grpc, Cause) ->
    respond(Req, Status, #{
        code => Code, cause => Cause, context => #{}, errorCategory => Category, grpcCodeValue => Grpc
    }).
