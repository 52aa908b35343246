-- Names that a program looks up, and that are not found or are found late.
-- Uses: lib/recorded, lib/lookup
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process      text
--   pid          integer
--   name         text
--   lookups      count
--   failures     count
--   error        text   status of one that failed; null for none
--   max_ns       ns     the longest; null where the trace has no end of any
--   duration_ns  ns     added up
--   timeouts     count  times that a server did not answer; null for none
-- Rule: warning
--   order  27
--   needs  dns_lookup
--   about  {name}
--   says   looked up {lookups} times by {process}[, {duration_ns} in all, at most {max_ns}]; {failures} failed[ ({error})][; servers did not answer {timeouts} times]
--   next   dns
--   see    docs/findings.md#slow-dns
WITH told AS (
    SELECT
        l.process_id AS process_id, l.name AS name, COUNT(*) AS lookups, SUM(CASE WHEN l.failed THEN 1 ELSE 0 END) AS failures,
        MIN(CASE WHEN l.failed THEN l.status END) AS error, MAX(l.duration_ns) AS max_ns, SUM(l.duration_ns) AS duration_ns,
        SUM(l.timeouts) AS timeouts,
        -- The system and the runtime may both tell of a lookup.
        ROW_NUMBER() OVER (
            PARTITION BY l.process_id, l.name
            ORDER BY SUM(CASE WHEN l.failed THEN 1 ELSE 0 END) DESC, COALESCE(SUM(l.duration_ns), 0) DESC, COUNT(*) DESC, l.source) AS place
    FROM lookup l
    GROUP BY l.process_id, l.name, l.source
)
SELECT
    p.name AS process,
    p.pid AS pid,
    t.name AS name,
    t.lookups AS lookups,
    CAST(t.failures AS BIGINT) AS failures,
    t.error AS error,
    t.max_ns AS max_ns,
    CAST(t.duration_ns AS BIGINT) AS duration_ns,
    CAST(NULLIF(t.timeouts, 0) AS BIGINT) AS timeouts
FROM told t
JOIN recorded r ON r.process_id = t.process_id
JOIN process p ON p.rec = $rec AND p.process_id = t.process_id
WHERE r.is_recorded AND t.place = 1 AND ((t.failures >= 5 AND 10 * t.failures >= t.lookups) OR t.max_ns >= 1000000000 OR t.timeouts >= 2)
ORDER BY COALESCE(t.duration_ns, 0) DESC, failures DESC, process, pid, t.name
