local users = {}
for index = 1, 12 do
  users[index] = {
    id = "user-" .. index,
    primaryParty = index % 3 == 0 and "" or "party-" .. index .. "::1220ab",
    isDeactivated = index % 5 == 0,
    metadata = { resourceVersion = tostring(index), annotations = { team = "ledger" } },
    identityProviderId = "",
  }
end

local _M = {}

function _M.page(size, token)
  size = tonumber(size or 100)
  if not size or size < 1 then
    return nil, "pageSize must be a positive number"
  end
  local first = 1
  if token and token ~= "" then
    first = tonumber(ngx.decode_base64(token) or "")
    if not first then
      return nil, "invalid pageToken"
    end
  end

  local page = {}
  for index = first, math.min(first + size - 1, #users) do
    page[#page + 1] = users[index]
  end
  local last = first + #page
  return {
    users = page,
    nextPageToken = last <= #users and ngx.encode_base64(tostring(last)) or "",
  }
end

return _M
