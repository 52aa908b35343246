-- How long each process was there while a trace was recorded, and how much its runtime told of what it allocated meanwhile.
-- Uses: lib/scope, lib/life-part, lib/allocation
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process_id       integer
--   process          text
--   pid              integer
--   span_ns          ns          from its begin to its end, or that of the trace
--   allocated_bytes  real bytes  an estimate from samples; null where there are none
--   sample_count     count       those samples
SELECT
    p.process_id AS process_id,
    p.name AS process,
    p.pid AS pid,
    COALESCE(l.span_ns, t.duration_ns) AS span_ns,
    a.allocated_bytes AS allocated_bytes,
    COALESCE(a.samples, 0) AS sample_count
FROM process p
CROSS JOIN scope t
LEFT JOIN (
    SELECT h.process_id AS process_id, MAX(w.last_ns) - MIN(w.first_ns) AS span_ns
    FROM life_part w
    JOIN thread h ON h.rec = $rec AND h.thread_id = w.thread_id
    GROUP BY h.process_id
) l ON l.process_id = p.process_id
LEFT JOIN (
    SELECT s.process_id AS process_id, SUM(s.estimated_bytes) AS allocated_bytes, COUNT(*) AS samples
    FROM allocation s
    GROUP BY s.process_id
) a ON a.process_id = p.process_id
WHERE p.rec = $rec
ORDER BY process_id
