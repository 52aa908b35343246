-- The processes that took the most processor time, and those whose threads waited the longest, three of each.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   what     text     cpu or wait
--   process  text
--   pid      integer
--   time_ns  ns       on a processor, from samples; or waiting and ready, added over threads
--   percent  percent  share of all processes
SELECT b.what AS what, p.name AS process, p.pid AS pid, b.time_ns AS time_ns, CAST(100 AS DOUBLE) * b.time_ns / NULLIF(b.all_ns, 0) AS percent
FROM (
    SELECT
        a.what AS what,
        a.process_id AS process_id,
        a.time_ns AS time_ns,
        SUM(a.time_ns) OVER (PARTITION BY a.what) AS all_ns,
        ROW_NUMBER() OVER (PARTITION BY a.what ORDER BY a.time_ns DESC, a.process_id) AS place
    FROM (
        SELECT 'cpu' AS what, h.process_id AS process_id, CAST(SUM(c.weight_ns) AS BIGINT) AS time_ns
        FROM cpu_sample c
        JOIN thread h ON h.rec = c.rec AND h.thread_id = c.thread_id
        WHERE c.rec = $rec
        GROUP BY h.process_id
        UNION ALL
        SELECT 'wait' AS what, h.process_id AS process_id, CAST(SUM(w.wait_ns + w.ready_ns) AS BIGINT) AS time_ns
        FROM thread_wait w
        JOIN thread h ON h.rec = w.rec AND h.thread_id = w.thread_id
        WHERE w.rec = $rec
        GROUP BY h.process_id
    ) a
    WHERE a.time_ns > 0
) b
JOIN process p ON p.rec = $rec AND p.process_id = b.process_id
WHERE b.place <= 3
ORDER BY what, time_ns DESC, pid, p.process_id
