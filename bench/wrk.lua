-- Sends the requests of a file in order, repeatedly, and prints the results at the end.
--
--   wrk -s wrk.lua URL -- TOKENS REQUESTS FIRST SENT PAUSE
--
-- TOKENS has a token in each line. A line of REQUESTS is `method TAB path TAB line of its token TAB body TAB etag TAB header`. {n}
-- in path or body is replaced by the next odd number from FIRST on, so that no two requests are the same. SENT is the number of
-- requests that have been sent before: it continues after them. A request with an etag sends it as If-Match, and when it is
-- repeated, the etag of the last response about the record. PAUSE is the number of milliseconds that each client waits before
-- a request; 0 is none.

-- wrk first calls `request` once without sending the result, so numbering begins one before the first.
local prepared, by_record, at, number, first = {}, {}, -1, 0, 0

-- Numbers start again here: the maximum yearly rent is five million.
local LAST = 4990001

-- The text before and after {n}; only the first when there is no {n}.
local function around(text)
  local from, to = text:find("{n}", 1, true)
  if not from then return text end
  return text:sub(1, from - 1), text:sub(to + 1)
end

-- Called with each response, only if a request has an etag: reading responses slows the load down a little.
local function answered(_, headers, body)
  local one = by_record[body:match('"_id":"(%x+)"')]
  for name, value in pairs(headers) do
    if one and name:lower() == "etag" then one.etag = value end
  end
end

function init(args)
  local tokens = {}
  for token in io.lines(args[1]) do tokens[#tokens + 1] = token end
  for line in io.lines(args[2]) do
    local method, path, who, body, etag, header =
      line:match("^(%S+)\t(%S+)\t(%d+)\t([^\t]*)\t([^\t]*)\t(.*)$")
    local one = { headers = " HTTP/1.1\r\nHost: " .. wrk.host .. ":" .. wrk.port ..
      "\r\nAuthorization: Bearer " .. tokens[tonumber(who)] .. "\r\n" }
    one.start, one.rest = around(method .. " " .. path)
    if body ~= "" then
      one.body, one.body_rest = around(body)
      one.headers = one.headers .. "Content-Type: application/json\r\n"
    end
    if header ~= "" then one.headers = one.headers .. header .. "\r\n" end
    if etag ~= "" then
      one.etag = etag
      by_record[path:match("(%x+)$")] = one
      response = answered
    end
    prepared[#prepared + 1] = one
  end
  first = tonumber(args[3])
  at = tonumber(args[4]) - 1
  number = first
  local pause = tonumber(args[5])
  if pause > 0 then delay = function() return pause end end
end

function request()
  at = at % #prepared + 1
  number = number < LAST and number + 2 or first
  local one = prepared[at]
  local start = one.start
  if one.rest then start = start .. number .. one.rest end
  local head = start .. one.headers
  if one.etag then head = head .. "If-Match: " .. one.etag .. "\r\n" end
  if not one.body then return head .. "\r\n" end
  local body = one.body
  if one.body_rest then body = body .. number .. one.body_rest end
  return head .. "Content-Length: " .. #body .. "\r\n\r\n" .. body
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\nresult {"requests":%d,"microseconds":%d,"p50":%d,"p99":%d,"refused":%d,"broken":%d}\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), errors.status,
    errors.connect + errors.read + errors.write + errors.timeout))
end
