-- Moments that somebody marked while it was recorded, in their order.
-- Uses: lib/scope
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   start_ns  key ns       since the begin of the trace
--   next_ns   key ns       until the next one, or for the last one, until the end of the trace or the window
--   text      key text
--   source    text         shell (fathom mark), program, or windows (wpr -marker, xperf -m)
--   process   detail text  the program that marked, or the shell; null where the trace does not say
--   pid       detail integer
SELECT
    m.ts_ns - $scope_zero_ns AS start_ns,
    COALESCE(LEAD(m.ts_ns) OVER (ORDER BY m.ts_ns, m.text, m.process_id), s.to_ns) - m.ts_ns AS next_ns,
    m.text AS text,
    m.source AS source,
    p.name AS process,
    p.pid AS pid
FROM marker m
LEFT JOIN process p ON p.rec = m.rec AND p.process_id = m.process_id
CROSS JOIN scope s
-- During: JOIN during ON during.bucket = during_bucket(m.ts_ns, 0) AND m.ts_ns >= during.from_ns AND m.ts_ns < during.to_ns
WHERE m.rec = $rec AND ($scope_from_ns IS NULL OR m.ts_ns >= $scope_from_ns) AND ($scope_to_ns IS NULL OR m.ts_ns < $scope_to_ns)
ORDER BY start_ns, text, pid
