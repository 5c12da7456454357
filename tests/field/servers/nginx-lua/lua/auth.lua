local base64 = require "ngx.base64"
local cjson = require "cjson.safe"
local hmac = require "openssl.hmac"
local errors = require "errors"

local secret = os.getenv("JWT_SECRET")

local _M = {}

-- The claims of a token that was signed with the secret and has not expired.
local function verify(token)
  local header, payload, signature = token:match("^([^.]+)%.([^.]+)%.([^.]+)$")
  if not header then
    return nil, "malformed token"
  end

  local head = cjson.decode(base64.decode_base64url(header) or "")
  if not head or head.alg ~= "HS256" then
    return nil, "unsupported algorithm"
  end

  local expected = hmac.new(secret, "sha256"):final(header .. "." .. payload)
  if base64.decode_base64url(signature) ~= expected then
    return nil, "bad signature"
  end

  local claims = cjson.decode(base64.decode_base64url(payload) or "")
  if not claims then
    return nil, "malformed claims"
  end
  if claims.exp and claims.exp < ngx.time() then
    return nil, "token expired"
  end
  return claims
end

function _M.check()
  local headers = ngx.req.get_headers()
  local token = headers["Sec-WebSocket-Protocol"]
  local authorization = headers["Authorization"]
  if authorization then
    token = authorization:match("^Bearer%s+(.+)$")
  end
  if not token then
    return errors.json(401, "UNAUTHENTICATED", "no bearer token")
  end

  local claims, err = verify(token)
  if not claims then
    return errors.json(401, "UNAUTHENTICATED", err)
  end
  ngx.ctx.claims = claims
end

return _M
