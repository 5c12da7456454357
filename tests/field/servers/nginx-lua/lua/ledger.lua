local cjson = require "cjson"
local errors = require "errors"
local topology = require "topology"
local users = require "users"

local _M = {}

local function read_json()
  ngx.req.read_body()
  return cjson.decode(ngx.req.get_body_data())
end

local function reply(value)
  ngx.header["Content-Type"] = "application/json"
  ngx.say(cjson.encode(value))
end

local function only(method)
  if ngx.req.get_method() ~= method then
    errors.json(405, "METHOD_NOT_ALLOWED", "use " .. method)
  end
end

function _M.generate_topology()
  only("POST")
  local ok, body = pcall(read_json)
  if not ok then
    return errors.text("invalid JSON: " .. body)
  end
  local result, err = topology.generate(body)
  if not result then
    return errors.text(err)
  end
  reply(result)
end

local versions = {
  HASHING_SCHEME_VERSION_UNSPECIFIED = true,
  HASHING_SCHEME_VERSION_V2 = true,
  HASHING_SCHEME_VERSION_V3 = true,
}

-- What is wrong with a submission, or nil.
local function check_submission(body)
  if type(body) ~= "table" then
    return "the body must be an object"
  end
  if type(body.preparedTransaction) ~= "string" or body.preparedTransaction == "" then
    return "preparedTransaction is required"
  end
  if type(body.submissionId) ~= "string" or #body.submissionId > 255
    or not body.submissionId:match("^[%w._:%-#/ ]+$") then
    return "submissionId must be a LedgerString"
  end
  if not versions[body.hashingSchemeVersion] then
    return "hashingSchemeVersion is unknown"
  end
  if body.userId and body.userId ~= cjson.null and type(body.userId) ~= "string" then
    return "userId must be a string"
  end
  if body.minLedgerTime and body.minLedgerTime ~= cjson.null and type(body.minLedgerTime) ~= "table" then
    return "minLedgerTime must be an object"
  end

  local signatures = type(body.partySignatures) == "table" and body.partySignatures.signatures
  if type(signatures) ~= "table" or #signatures == 0 then
    return "partySignatures.signatures must not be empty"
  end
  if #signatures > 1 then
    return "only single-party submissions are supported"
  end
  for _, party in ipairs(signatures) do
    if type(party.party) ~= "string" then
      return "party is required"
    end
    if type(party.signatures) ~= "table" or #party.signatures == 0 then
      return "each party must sign"
    end
    for _, signature in ipairs(party.signatures) do
      for _, field in ipairs({ "format", "signature", "signedBy", "signingAlgorithmSpec" }) do
        if type(signature[field]) ~= "string" then
          return field .. " is required"
        end
      end
    end
  end

  local period = body.deduplicationPeriod
  if period and period ~= cjson.null then
    if type(period) ~= "table" then
      return "deduplicationPeriod must be an object"
    end
    local duration = period.DeduplicationDuration
    if duration then
      local value = duration.value
      if not tonumber(value.seconds) or not tonumber(value.nanos) then
        return "seconds and nanos must be integers"
      end
    end
  end
end

function _M.execute()
  only("POST")
  local ok, body = pcall(read_json)
  if not ok then
    return errors.json(400, "INVALID_ARGUMENT", "invalid JSON: " .. body)
  end
  local ok, err = pcall(check_submission, body)
  if err then
    return errors.json(400, "INVALID_ARGUMENT", err)
  end
  reply({})
end

function _M.list_users()
  only("GET")
  local args = ngx.req.get_uri_args()
  local page, err = users.page(args.pageSize, args.pageToken)
  if not page then
    return errors.json(400, "INVALID_ARGUMENT", err)
  end
  reply(page)
end

function _M.not_found()
  errors.json(404, "NOT_FOUND", "no such resource")
end

return _M
