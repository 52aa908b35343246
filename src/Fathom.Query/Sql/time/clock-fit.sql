-- How far the first 1,000 events of runtimes lie from the times in which the kernel has their thread on a processor.
-- Threads write events while they run, so the distance tells by how much the two clocks differ.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   distance_ns  ns  to the nearest such time; 0 within one
WITH told AS (
    SELECT e.thread_id AS thread_id, e.ts_ns AS ts_ns
    FROM (
        SELECT m.thread_id AS thread_id, m.start_ns AS ts_ns FROM method_compiled m WHERE m.rec = $rec AND m.thread_id > 0
        UNION ALL
        SELECT x.thread_id AS thread_id, x.ts_ns AS ts_ns FROM exception_thrown x WHERE x.rec = $rec AND x.thread_id > 0
        UNION ALL
        SELECT a.thread_id AS thread_id, a.ts_ns AS ts_ns FROM allocation_sample a WHERE a.rec = $rec AND a.thread_id > 0
    ) e
    JOIN thread_life l ON l.rec = $rec AND l.thread_id = e.thread_id AND l.unknown_ns = 0
    ORDER BY e.ts_ns, e.thread_id
    LIMIT 1000
)
SELECT MIN(CASE WHEN t.ts_ns < s.start_ns THEN s.start_ns - t.ts_ns WHEN t.ts_ns > s.start_ns + s.duration_ns THEN t.ts_ns - s.start_ns - s.duration_ns ELSE 0 END) AS distance_ns
FROM told t
JOIN thread_slice s ON s.rec = $rec AND s.thread_id = t.thread_id AND s.state = 'running'
GROUP BY t.thread_id, t.ts_ns
ORDER BY distance_ns
