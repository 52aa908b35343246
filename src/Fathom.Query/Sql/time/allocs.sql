-- What a trace tells of allocated objects, by their type: estimates from samples.
-- Uses: lib/allocation
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process           common text
--   pid               common integer
--   type              key text         null where the limit for texts of events was reached
--   estimated_bytes   key real bytes
--   percent           key percent      share of estimated_bytes in those of the process
--   error_percent     key percent      relative standard error of estimated_bytes: one of the root of the samples; less where objects are large
--   sample_count      count            samples that it is estimated from
--   estimated_count   real count       objects; null where a runtime does not report their sizes
--   max_object_bytes  detail bytes     the largest object among the samples; null where a runtime does not report sizes
-- Compared: process, type by estimated_bytes
-- Adds: estimated_bytes, sample_count, estimated_count
-- Keeps: percent, error_percent, max_object_bytes
SELECT
    p.name AS process,
    p.pid AS pid,
    a.type AS type,
    SUM(a.estimated_bytes) AS estimated_bytes,
    CAST(100 AS DOUBLE) * SUM(a.estimated_bytes) / NULLIF(MAX(b.all_bytes), 0) AS percent,
    CAST(100 AS DOUBLE) / SQRT(COUNT(*)) AS error_percent,
    COUNT(*) AS sample_count,
    CASE WHEN COUNT(a.object_bytes) = COUNT(*) THEN SUM(a.estimated_bytes / NULLIF(a.object_bytes, 0)) ELSE NULL END AS estimated_count,
    MAX(a.object_bytes) AS max_object_bytes
FROM allocation a
JOIN process p ON p.rec = $rec AND p.process_id = a.process_id
JOIN (
    SELECT s.process_id AS process_id, SUM(s.estimated_bytes) AS all_bytes
    FROM allocation s
    GROUP BY s.process_id
) b ON b.process_id = a.process_id
GROUP BY p.name, p.pid, a.type
ORDER BY estimated_bytes DESC, process, pid, type
