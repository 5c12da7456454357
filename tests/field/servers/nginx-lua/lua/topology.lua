local cjson = require "cjson"
local digest = require "openssl.digest"
local pkey = require "openssl.pkey"

local synchronizer = os.getenv("SYNCHRONIZER_ID")

local _M = {}

local function hex(bytes)
  return (bytes:gsub(".", function(c)
    return string.format("%02x", c:byte())
  end))
end

local function sha256(bytes)
  return digest.new("sha256"):final(bytes)
end

-- A length-delimited protobuf field.
local function field(number, bytes)
  local length, varint = #bytes, ""
  while length >= 128 do
    varint = varint .. string.char(length % 128 + 128)
    length = math.floor(length / 128)
  end
  return string.char(number * 8 + 2) .. varint .. string.char(length) .. bytes
end

-- UntypedVersionedMessage { bytes data = 1; int32 version = 2; }
local function versioned(data)
  return ngx.encode_base64(field(1, data) .. string.char(16, 30))
end

local function required_string(body, name)
  local value = body[name]
  if type(value) ~= "string" then
    return nil, name .. " is required and must be a string"
  end
  return value
end

local function uid_list(body, name)
  local value = body[name]
  if value == nil or value == cjson.null then
    return {}
  end
  if type(value) ~= "table" then
    return nil, name .. " must be an array"
  end
  for _, uid in ipairs(value) do
    if type(uid) ~= "string" then
      return nil, name .. " must be an array of strings"
    end
  end
  return value
end

local function decode_key(key)
  if type(key) ~= "table" then
    return nil, "publicKey is required"
  end
  for _, name in ipairs({ "format", "keyData", "keySpec" }) do
    local _, err = required_string(key, name)
    if err then
      return nil, "publicKey." .. err
    end
  end
  local bytes = ngx.decode_base64(key.keyData)
  if not bytes or bytes == "" then
    return nil, "publicKey.keyData is not base64"
  end
  if key.format == "CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO" then
    local ok = pcall(pkey.new, bytes, "DER", "public")
    if not ok then
      return nil, "publicKey.keyData is no public key"
    end
  end
  return bytes
end

function _M.generate(body)
  if type(body) ~= "table" then
    return nil, "the body must be an object"
  end
  local id, err = required_string(body, "synchronizer")
  if not id then
    return nil, err
  end
  local hint, err = required_string(body, "partyHint")
  if not hint then
    return nil, err
  end
  local key, err = decode_key(body.publicKey)
  if not key then
    return nil, err
  end
  local confirming, err = uid_list(body, "otherConfirmingParticipantUids")
  if not confirming then
    return nil, err
  end
  local observing, err = uid_list(body, "observingParticipantUids")
  if not observing then
    return nil, err
  end

  local observation_only = body.localParticipantObservationOnly
  if observation_only == nil or observation_only == cjson.null then
    observation_only = false
  end
  if type(observation_only) ~= "boolean" then
    return nil, "localParticipantObservationOnly must be a boolean"
  end

  local threshold = body.confirmationThreshold
  if threshold == nil or threshold == cjson.null or threshold == 0 then
    threshold = #confirming + (observation_only and 0 or 1)
  end
  if type(threshold) ~= "number" or threshold < 1 or threshold ~= math.floor(threshold)
    or threshold > 2147483647 then
    return nil, "confirmationThreshold must be a positive int32"
  end

  if id ~= synchronizer then
    return nil, "unknown synchronizer: " .. id
  end

  local fingerprint = "1220" .. hex(sha256(key))
  local party = hint .. "::" .. fingerprint
  local transactions = {
    versioned("namespace-delegation|" .. fingerprint .. "|" .. key),
    versioned("party-to-key|" .. party .. "|" .. key),
    versioned("party-to-participant|" .. party .. "|" .. threshold .. "|" .. tostring(observation_only) .. "|"
      .. table.concat(confirming, ",") .. "|" .. table.concat(observing, ",")),
  }
  return {
    partyId = party,
    publicKeyFingerprint = fingerprint,
    topologyTransactions = transactions,
    multiHash = ngx.encode_base64("\18\32" .. sha256(table.concat(transactions))),
  }
end

return _M
