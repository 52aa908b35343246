-- Lookups of names, by process and the servers that were asked; failed ones first, then slow ones.
-- Uses: lib/lookup
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process      common text
--   pid          common integer
--   servers      key text      (none) where none was asked, or the trace does not tell
--   source       common text   windows or dotnet: who tells of it
--   lookups      count
--   failures     key count
--   max_ns       key ns        the longest; null where the trace has no end of any, as the next two
--   mean_ns      ns
--   duration_ns  ns            added up, those at the same time too
--   timeouts     count         times that a server did not answer; null where the trace does not tell
-- Compared: process, servers, source by duration_ns
-- Adds: duration_ns, lookups, failures
-- Overlaps: timeouts
-- Keeps: max_ns, mean_ns
SELECT
    p.name AS process,
    p.pid AS pid,
    l.servers AS servers,
    l.source AS source,
    COUNT(*) AS lookups,
    CAST(SUM(CASE WHEN l.failed THEN 1 ELSE 0 END) AS BIGINT) AS failures,
    MAX(l.duration_ns) AS max_ns,
    CAST(AVG(l.duration_ns) AS BIGINT) AS mean_ns,
    CAST(SUM(l.duration_ns) AS BIGINT) AS duration_ns,
    CAST(SUM(l.timeouts) AS BIGINT) AS timeouts
FROM lookup l
JOIN process p ON p.rec = $rec AND p.process_id = l.process_id
GROUP BY l.process_id, p.name, p.pid, l.servers, l.source
ORDER BY failures DESC, COALESCE(SUM(l.duration_ns), 0) DESC, lookups DESC, process, pid, servers, source
