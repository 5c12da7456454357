open Lwt.Infix
open Cohttp
open Cohttp_lwt_unix
open Model

let secret = Sys.getenv "JWT_SECRET"
let synchronizer_id = Sys.getenv "SYNCHRONIZER_ID"

let json ?(status = `OK) body =
  let headers = Header.init_with "content-type" "application/json" in
  Server.respond_string ~headers ~status ~body:(Yojson.Safe.to_string body) ()

let fail status code category cause =
  json ~status
    (`Assoc
      [
        ("code", `String code);
        ("cause", `String cause);
        ("context", `Assoc []);
        ("errorCategory", `Int category);
      ])

let invalid cause = fail `Bad_request "INVALID_ARGUMENT" 8 cause

let invalid_text body =
  Server.respond_string
    ~headers:(Header.init_with "content-type" "text/plain")
    ~status:`Bad_request ~body ()

(* The bearer token, or the one that a websocket client sends as its subprotocol. *)
let credential request =
  let headers = Request.headers request in
  match (Header.get headers "authorization", Header.get headers "sec-websocket-protocol") with
  | Some value, _ -> (
      match String.split_on_char ' ' value with
      | [ scheme; token ] when String.lowercase_ascii scheme = "bearer" -> Some token
      | _ -> None)
  | None, Some value ->
      List.find_map
        (fun protocol ->
          match String.split_on_char '.' (String.trim protocol) with
          | "jwt" :: "token" :: rest -> Some (String.concat "." rest)
          | _ -> None)
        (String.split_on_char ',' value)
  | None, None -> None

let decode part = Base64.decode_exn ~pad:false ~alphabet:Base64.uri_safe_alphabet part

(* There is no JWT library in the distribution; HS256 is short enough. *)
let authenticated token =
  match String.split_on_char '.' token with
  | [ header; claims; signature ] -> (
      try
        let key = Cstruct.of_string secret in
        let signed = Cstruct.of_string (header ^ "." ^ claims) in
        let expected = Mirage_crypto.Hash.SHA256.hmac ~key signed in
        let open Yojson.Safe.Util in
        let member name part = Yojson.Safe.from_string (decode part) |> member name in
        Cstruct.equal expected (Cstruct.of_string (decode signature))
        && to_string (member "alg" header) = "HS256"
        && Option.fold ~none:true
             ~some:(fun exp -> exp > Unix.gettimeofday ())
             (to_number_option (member "exp" claims))
      with _ -> false)
  | _ -> false

let parse of_yojson body =
  match Yojson.Safe.from_string body with
  | value -> of_yojson value
  | exception Yojson.Json_error message -> Error message

let generate_topology body =
  match Result.bind (parse generate_topology_request_of_yojson body) (Topology.generate synchronizer_id) with
  | Ok response -> json (generate_topology_response_to_yojson response)
  | Error message -> invalid_text message

let ledger_string_character = function
  | 'A' .. 'Z' | 'a' .. 'z' | '0' .. '9' | '.' | '_' | ':' | '-' | '#' | '/' | ' ' -> true
  | _ -> false

let execute body =
  match parse execute_submission_request_of_yojson body with
  | Error message -> invalid message
  | Ok { submission_id; party_signatures = { signatures }; _ } -> (
      let size = String.length submission_id in
      if size < 1 || size > 255 || not (String.for_all ledger_string_character submission_id) then
        invalid "submissionId is not a valid LedgerString"
      else
        match signatures with
        | [ { signatures = _ :: _; _ } ] -> json (`Assoc [])
        | [ _ ] -> invalid "a party needs at least one signature"
        | [] -> invalid "partySignatures must not be empty"
        | _ -> invalid "only single-party submissions are supported")

let users = "participant_admin" :: List.init 12 (fun i -> Printf.sprintf "user-%02d" (i + 1))

let user id =
  `Assoc
    [
      ("id", `String id);
      ("primaryParty", `String "");
      ("isDeactivated", `Bool false);
      ("metadata", `Assoc [ ("resourceVersion", `String "0"); ("annotations", `Assoc []) ]);
      ("identityProviderId", `String "");
    ]

let list_users uri =
  let size = Option.value ~default:"100" (Uri.get_query_param uri "pageSize") in
  let token = Option.value ~default:"" (Uri.get_query_param uri "pageToken") in
  match (int_of_string_opt size, Base64.decode ~alphabet:Base64.uri_safe_alphabet token) with
  | Some size, Ok after when size > 0 && size <= 1000 ->
      let rest = List.filter (fun id -> id > after) users in
      let page = List.filteri (fun i _ -> i < size) rest in
      let next =
        if List.length rest <= size then ""
        else Base64.encode_string ~alphabet:Base64.uri_safe_alphabet (List.nth page (size - 1))
      in
      json (`Assoc [ ("users", `List (List.map user page)); ("nextPageToken", `String next) ])
  | _, Error _ -> invalid "pageToken is invalid"
  | _ -> invalid "pageSize must be between 1 and 1000"

let route request body =
  match (Request.meth request, Uri.path (Request.uri request)) with
  | `POST, "/v2/parties/external/generate-topology" -> body () >>= generate_topology
  | `POST, "/v2/interactive-submission/execute" -> body () >>= execute
  | `GET, "/v2/users" -> list_users (Request.uri request)
  | _, ( "/v2/parties/external/generate-topology" | "/v2/interactive-submission/execute" | "/v2/users" ) ->
      fail `Method_not_allowed "UNIMPLEMENTED" 12 "the method is not allowed"
  | _ -> fail `Not_found "NOT_FOUND" 11 "no such resource"

let callback _connection request body =
  match credential request with
  | Some token when authenticated token -> route request (fun () -> Cohttp_lwt.Body.to_string body)
  | _ -> fail `Unauthorized "UNAUTHENTICATED" 6 "a valid token is required"

let () =
  let port = int_of_string (Sys.getenv "PORT") in
  Lwt_main.run
    ( Conduit_lwt_unix.init ~src:"127.0.0.1" () >>= fun ctx ->
      let ctx = Net.init ~ctx () in
      Server.create ~ctx ~mode:(`TCP (`Port port)) (Server.make ~callback ()) )
