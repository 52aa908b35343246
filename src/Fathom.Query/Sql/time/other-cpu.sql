-- CPU time of the processes that a recording is not about, beside that of all.
-- Uses: lib/recorded, lib/process-time
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   other_ns     ns     from samples; null where they do not report time
--   all_ns       ns
--   other_count  count  processes with samples
SELECT
    CAST(SUM(CASE WHEN r.is_recorded THEN 0 ELSE t.cpu_ns END) AS BIGINT) AS other_ns,
    CAST(SUM(t.cpu_ns) AS BIGINT) AS all_ns,
    COUNT(DISTINCT CASE WHEN r.is_recorded THEN NULL ELSE t.process_id END) AS other_count
FROM process_time t
JOIN recorded r ON r.process_id = t.process_id
