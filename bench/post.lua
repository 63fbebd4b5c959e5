-- Sends one POST again and again; with BENCH_FRESH_KEYS each with an Idempotency-Key of its own.
wrk.method = "POST"
wrk.body = os.getenv("BENCH_BODY")
for line in os.getenv("BENCH_HEADERS"):gmatch("[^\n]+") do
  local name, value = line:match("^(.-): (.*)$")
  wrk.headers[name] = value
end

local fresh = os.getenv("BENCH_FRESH_KEYS")
if fresh ~= "" then
  local count = 0
  request = function()
    count = count + 1
    wrk.headers["Idempotency-Key"] = string.format("bench-%s-%026d", fresh, count)
    return wrk.format()
  end
end
