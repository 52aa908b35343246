-- Each lookup of a name; failed ones first, then slow ones.
-- Uses: lib/lookup
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process      common text
--   pid          common integer
--   start_ns     key ns        when it began, since the begin of the trace
--   duration_ns  key ns        null where begin or end is not in the trace
--   name         key text      (unknown) where there was no room for it
--   query_type   text          null where the trace does not tell
--   status       text          (no end) where the end is not in the trace
--   servers      text          (none) where none was asked, or the trace does not tell
--   answer       text          null for nothing, or where the trace does not tell
--   source       common text   windows or dotnet: who tells of it
--   failed       detail boolean
--   timeouts     detail count  times that a server did not answer; null where the trace does not tell
--   thread       detail text
--   tid          detail integer
SELECT
    p.name AS process,
    p.pid AS pid,
    l.start_ns - $scope_zero_ns AS start_ns,
    l.duration_ns AS duration_ns,
    l.name AS name,
    l.query_type AS query_type,
    l.status AS status,
    l.servers AS servers,
    l.answer AS answer,
    l.source AS source,
    l.failed AS failed,
    l.timeouts AS timeouts,
    h.name AS thread,
    NULLIF(h.tid, 0) AS tid
FROM lookup l
JOIN process p ON p.rec = $rec AND p.process_id = l.process_id
LEFT JOIN thread h ON h.rec = $rec AND h.thread_id = l.thread_id
ORDER BY l.failed DESC, COALESCE(l.duration_ns, -1) DESC, start_ns, process, pid, tid, name, query_type, status, servers, answer
