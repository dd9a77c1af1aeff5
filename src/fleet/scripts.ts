/**
 * What has to happen at once in Redis. The lock of a job is BullMQ's: it holds the token of the worker that works on it
 * now, so a worker that was frozen or cut off finds another token, or none, and changes nothing.
 */

const isHeld = `redis.call("GET", KEYS[1]) == ARGV[1]`;

/** Into the journal, with a list of its entries for each repository: who asks about one does not read all others. */
const record = `local function record(journal, repository, json)
  local id = redis.call("XADD", journal, "*", "repository", repository, "record", json)
  redis.call("RPUSH", journal .. ":" .. repository, id)
end
`;

const over = `local function isOver(json)
  if not json then return false end
  local status = cjson.decode(json)["status"]
  return status ~= "held" and status ~= "waiting" and status ~= "working"
end
`;

/** A repository with a task at work has not ended: what says so was not written by a worker, and nobody shall rely on it. */
const dropEnd = `local function isOf(json, round)
  local isRead, said = pcall(cjson.decode, json)
  return not isRead or type(said) ~= "table" or type(said["round"]) ~= "number" or said["round"] >= round
end
local function dropEnd(key, repository, round)
  local ended = redis.call("HGET", key, "ended:" .. repository)
  local said = redis.call("HGET", key, "end:" .. repository)
  if not (ended and (tonumber(ended) or round) >= round) and not (said and isOf(said, round)) then return "" end
  redis.call("HDEL", key, "ended:" .. repository, "end:" .. repository)
  return "ended"
end
`;

/**
 * KEYS lock, state, submission, tasks, journal · ARGV token, field of the task, its progress, its state ("" removes it,
 * "=" leaves it), iterations, usd, tokens, field with the count of open tasks ("" if the task is not over),
 * repository, takeovers, and the records for the journal.
 */
export const commitScript = `${over}${record}${dropEnd}
if not (${isHeld}) then return {"lost", ""} end
local dropped = dropEnd(KEYS[3], ARGV[9], cjson.decode(ARGV[3])["round"])
if isOver(redis.call("HGET", KEYS[4], ARGV[2])) then return {"over", dropped} end
for at = 11, #ARGV do record(KEYS[5], ARGV[9], ARGV[at]) end
if ARGV[4] == "" then redis.call("DEL", KEYS[2]) elseif ARGV[4] ~= "=" then redis.call("SET", KEYS[2], ARGV[4]) end
redis.call("HSET", KEYS[4], ARGV[2], ARGV[3])
if ARGV[5] ~= "0" then redis.call("HINCRBY", KEYS[3], "iterations", ARGV[5]) end
if ARGV[6] ~= "0" then redis.call("HINCRBYFLOAT", KEYS[3], "usd", ARGV[6]) end
if ARGV[7] ~= "0" then redis.call("HINCRBY", KEYS[3], "tokens", ARGV[7]) end
if ARGV[10] ~= "0" then redis.call("HINCRBY", KEYS[3], "takeovers", ARGV[10]) end
if ARGV[8] ~= "" then redis.call("HINCRBY", KEYS[3], ARGV[8], -1) end
return {"ok", dropped}`;

/**
 * KEYS lock, moves of the common branch · ARGV token, the commit that it is about to be moved to, and where from. Written
 * down before the push: what nobody wrote down was pushed by somebody else.
 */
export const announceScript = `if not (${isHeld}) then return 0 end
redis.call("HSET", KEYS[2], ARGV[2], ARGV[3])
return 1`;

/** KEYS lock · ARGV token. Before anything is done that others see. */
export const holdsScript = `if ${isHeld} then return 1 end return 0`;

/**
 * KEYS submission, tasks, journal · ARGV field of the task, its progress, the status it must have, field with the count
 * of open tasks ("" if that does not change), what is added to that, repository, and the records for the journal. 1 if it
 * was changed.
 */
export const moveScript = `${record}local json = redis.call("HGET", KEYS[2], ARGV[1])
if not json or cjson.decode(json)["status"] ~= ARGV[3] then return 0 end
redis.call("HSET", KEYS[2], ARGV[1], ARGV[2])
if ARGV[4] ~= "" then redis.call("HINCRBY", KEYS[1], ARGV[4], ARGV[5]) end
for at = 7, #ARGV do record(KEYS[3], ARGV[6], ARGV[at]) end
return 1`;

/**
 * KEYS submission, tasks, journal · ARGV for each task five words: its field, its progress, the status it must have, its
 * repository, and the record for the journal. Ends many tasks that nobody works on; gives the numbers of those it ended.
 */
export const endManyScript = `${record}local ended = {}
for at = 1, #ARGV, 5 do
  local json = redis.call("HGET", KEYS[2], ARGV[at])
  if json and cjson.decode(json)["status"] == ARGV[at + 2] then
    redis.call("HSET", KEYS[2], ARGV[at], ARGV[at + 1])
    redis.call("HINCRBY", KEYS[1], "open:" .. ARGV[at + 3], -1)
    record(KEYS[3], ARGV[at + 3], ARGV[at + 4])
    ended[#ended + 1] = (at - 1) / 5
  end
end
return ended`;

/**
 * KEYS lock, submission, journal · ARGV token, field with the round that ended, this round, repository, field with the
 * end, the end, and the records for the journal. Writes down how a repository ended, once for each round.
 */
export const endScript = `${record}if not (${isHeld}) then return "lost" end
local ended = redis.call("HGET", KEYS[2], ARGV[2])
if ended and tonumber(ended) >= tonumber(ARGV[3]) then return "over" end
redis.call("HSET", KEYS[2], ARGV[2], ARGV[3])
redis.call("HSET", KEYS[2], ARGV[5], ARGV[6])
for at = 7, #ARGV do record(KEYS[3], ARGV[4], ARGV[at]) end
return "ok"`;

/** KEYS lock, submission · ARGV token, field with the end, the end, its round. Adds to what is known of it, if it is the last. */
export const noteScript = `if not (${isHeld}) then return "lost" end
local known = redis.call("HGET", KEYS[2], ARGV[2])
if known and cjson.decode(known)["round"] ~= tonumber(ARGV[4]) then return "over" end
redis.call("HSET", KEYS[2], ARGV[2], ARGV[3])
return "ok"`;
