local cjson = require "cjson"

local _M = {}

local categories = { [400] = 8, [401] = 6, [404] = 11, [405] = 8, [500] = 4 }
local grpc = { [400] = 3, [401] = 16, [404] = 5, [405] = 12, [500] = 13 }

function _M.json(status, code, cause)
  ngx.status = status
  ngx.header["Content-Type"] = "application/json"
  if status == 401 then
    ngx.header["WWW-Authenticate"] = "Bearer"
  end
  ngx.say(cjson.encode({
    code = code,
    cause = cause,
    context = { path = ngx.var.uri },
    errorCategory = categories[status],
    grpcCodeValue = grpc[status],
  }))
  return ngx.exit(status)
end

function _M.text(message)
  ngx.status = 400
  ngx.header["Content-Type"] = "text/plain"
  ngx.say(message)
  return ngx.exit(400)
end

return _M
