-- Each sample of a counter.
-- Uses: lib/counting
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process  common text
--   pid      common integer
--   ts_ns    key ns          since the begin of the trace
--   counter  key text
--   count    key count       events since the sample before; null where the trace does not say
--   method   text            innermost own method; null for none
--   thread   detail text
--   tid      detail integer
SELECT
    p.name AS process,
    p.pid AS pid,
    c.ts_ns - $scope_zero_ns AS ts_ns,
    c.counter AS counter,
    c.count AS count,
    m.name AS method,
    h.name AS thread,
    NULLIF(h.tid, 0) AS tid
FROM counting c
JOIN process p ON p.rec = $rec AND p.process_id = c.process_id
LEFT JOIN thread h ON h.rec = $rec AND h.thread_id = c.thread_id
LEFT JOIN method m ON m.rec = $rec AND m.method_id = c.method_id
ORDER BY ts_ns, pid, tid, counter, count, method
