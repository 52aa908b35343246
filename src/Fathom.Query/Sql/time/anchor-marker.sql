-- The first moment that was marked with a text, later than another one.
-- Parameters:
--   $rec       integer  the recording
--   $pattern   text     the text in capital letters, as LIKE takes it
--   $after_ns  integer  since the begin of the trace
-- Columns:
--   at_ns  ns  null where there is none
SELECT MIN(m.ts_ns) AS at_ns
FROM marker m
WHERE m.rec = $rec AND m.ts_ns > $after_ns AND UPPER(m.text) LIKE $pattern ESCAPE '\'
