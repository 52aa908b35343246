-- Names whose lookups failed or were slow.
-- Uses: lib/lookup
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   name      text
--   lookups   count
--   failures  count
--   slow      count  those that took longer than a second: far longer than any server needs, so one did not answer
--   max_ns    ns
--   error     text   status of one that failed
SELECT
    l.name AS name,
    COUNT(*) AS lookups,
    CAST(SUM(CASE WHEN l.failed THEN 1 ELSE 0 END) AS BIGINT) AS failures,
    CAST(SUM(CASE WHEN l.duration_ns > 1000000000 THEN 1 ELSE 0 END) AS BIGINT) AS slow,
    MAX(l.duration_ns) AS max_ns,
    MIN(CASE WHEN l.failed THEN l.status END) AS error
FROM lookup l
GROUP BY l.name
ORDER BY failures DESC, COALESCE(MAX(l.duration_ns), -1) DESC, name
