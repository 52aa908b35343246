-- What a trace tells of allocated objects, by the tag of the stack that allocated them: estimates from samples.
-- Uses: lib/allocation, lib/stack-tag
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process          common text
--   pid              common integer
--   tag              key text        Other for stacks that no rule fits, and samples without a stack
--   estimated_bytes  key real bytes
--   percent          key percent     share of estimated_bytes in those of the process that are shown
--   error_percent    key percent     relative standard error of estimated_bytes: one of the root of the samples; less where objects are large
--   sample_count     count           samples that it is estimated from
-- Compared: process, tag by estimated_bytes
-- Adds: estimated_bytes, sample_count
-- Keeps: percent, error_percent
SELECT
    p.name AS process,
    p.pid AS pid,
    u.tag AS tag,
    u.bytes AS estimated_bytes,
    CAST(100 AS DOUBLE) * u.bytes / NULLIF(SUM(u.bytes) OVER (PARTITION BY u.process_id), 0) AS percent,
    CAST(100 AS DOUBLE) / SQRT(u.samples) AS error_percent,
    u.samples AS sample_count
FROM (
    SELECT a.process_id AS process_id, COALESCE(k.tag, 'Other') AS tag, SUM(a.bytes) AS bytes, CAST(SUM(a.samples) AS BIGINT) AS samples
    FROM (
        SELECT c.process_id AS process_id, c.stack_id AS stack_id, SUM(c.estimated_bytes) AS bytes, COUNT(*) AS samples
        FROM allocation c
        GROUP BY c.process_id, c.stack_id
    ) a
    LEFT JOIN stack_tag k ON k.stack_id = a.stack_id
    GROUP BY a.process_id, COALESCE(k.tag, 'Other')
) u
JOIN process p ON p.rec = $rec AND p.process_id = u.process_id
ORDER BY estimated_bytes DESC, process, pid, tag
