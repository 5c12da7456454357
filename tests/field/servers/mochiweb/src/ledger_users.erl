-module(ledger_users).
-export([list/1]).

list(Query) ->
    Size = list_to_integer(proplists:get_value("pageSize", Query, "100")),
    After = base64:decode(proplists:get_value("pageToken", Query, "")),
    Rest = [User || #{id := Id} = User <- users(), Id > After],
    Page = lists:sublist(Rest, Size),
    #{users => Page, nextPageToken => next_token(Page, Rest)}.

next_token([], _) -> <<>>;
next_token(Page, Rest) when length(Page) =:= length(Rest) -> <<>>;
next_token(Page, _) -> base64:encode(maps:get(id, lists:last(Page))).

users() ->
    Ids = ["participant_admin" | [io_lib:format("user-~2..0B", [N]) || N <- lists:seq(1, 11)]],
    [#{
        id => iolist_to_binary(Id),
        primaryParty => <<>>,
        isDeactivated => false,
        metadata => #{resourceVersion => <<"1">>, annotations => #{}},
        identityProviderId => <<>>
    } || Id <- Ids].
