-- System calls by their name.
-- Uses: lib/call-part
-- Parameters:
--   $rec     integer  the recording
--   $failed  boolean  whether only calls that failed count
-- Columns:
--   process      common text
--   pid          common integer
--   call         key text
--   calls        count
--   failures     count
--   error        text          of these; several where they differ
--   duration_ns  key ns        of all calls, added over threads; null where the trace has no end of any
--   max_ns       ns            the longest call
--   untimed      detail count  calls without a duration: the trace does not have their begin or their end
-- Compared: process, call by duration_ns
-- Adds: duration_ns, calls, failures, untimed
-- Keeps: max_ns
SELECT
    p.name AS process,
    p.pid AS pid,
    c.call AS call,
    CAST(SUM(c.calls) AS BIGINT) AS calls,
    CAST(SUM(c.failures) AS BIGINT) AS failures,
    CASE WHEN COUNT(DISTINCT c.error) > 1 THEN 'several' ELSE MAX(c.error) END AS error,
    CAST(SUM(c.duration_ns) AS BIGINT) AS duration_ns,
    MAX(c.duration_ns) AS max_ns,
    CAST(SUM(c.untimed) AS BIGINT) AS untimed
FROM call_part c
JOIN process p ON p.rec = $rec AND p.process_id = c.process_id
WHERE NOT $failed OR c.error IS NOT NULL
GROUP BY c.process_id, p.name, p.pid, c.call
ORDER BY duration_ns DESC, calls DESC, process, pid, call
