-- Moments that somebody marked while it was recorded, in their order.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   start_ns  key ns       since the begin of the trace
--   next_ns   key ns       until the next one, or for the last one, until the end of the trace
--   text      key text
--   source    text         shell (fathom mark) or program
--   process   detail text  the program that marked, or the shell; null where the trace does not say
--   pid       detail integer
SELECT
    m.ts_ns AS start_ns,
    COALESCE(LEAD(m.ts_ns) OVER (ORDER BY m.ts_ns, m.text, m.process_id), t.end_ns) - m.ts_ns AS next_ns,
    m.text AS text,
    m.source AS source,
    p.name AS process,
    p.pid AS pid
FROM marker m
LEFT JOIN process p ON p.rec = m.rec AND p.process_id = m.process_id
CROSS JOIN (SELECT MAX(x.duration_ns) AS end_ns FROM trace x WHERE x.rec = $rec) t
WHERE m.rec = $rec
ORDER BY start_ns, text, pid
