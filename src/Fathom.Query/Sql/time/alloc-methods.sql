-- What a trace tells of allocated objects, by the own method that allocated them: estimates from samples.
-- Uses: lib/own-frame, lib/allocation
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process          common text
--   pid              common integer
--   method           key text        innermost own method of the stack, or without one the innermost managed method; null without a stack
--   estimated_bytes  key real bytes
--   percent          key percent     share of estimated_bytes in those of the process
--   error_percent    key percent     relative standard error of estimated_bytes: one of the root of the samples; less where objects are large
--   sample_count     count           samples that it is estimated from
--   type_count       count           types of the objects
--   module           detail text
-- Compared: process, method, module by estimated_bytes
-- Adds: estimated_bytes, sample_count
-- Keeps: percent, error_percent, type_count
SELECT
    p.name AS process,
    p.pid AS pid,
    COALESCE(w.name, m.name) AS method,
    SUM(a.estimated_bytes) AS estimated_bytes,
    CAST(100 AS DOUBLE) * SUM(a.estimated_bytes) / NULLIF(MAX(b.all_bytes), 0) AS percent,
    CAST(100 AS DOUBLE) / SQRT(COUNT(*)) AS error_percent,
    COUNT(*) AS sample_count,
    COUNT(DISTINCT a.type) AS type_count,
    COALESCE(w.module, m.module) AS module
FROM allocation a
JOIN process p ON p.rec = $rec AND p.process_id = a.process_id
JOIN (
    SELECT s.process_id AS process_id, SUM(s.estimated_bytes) AS all_bytes
    FROM allocation s
    GROUP BY s.process_id
) b ON b.process_id = a.process_id
LEFT JOIN stack_frame i ON i.rec = $rec AND i.stack_id = a.stack_id AND i.depth = 0
LEFT JOIN frame f ON f.rec = i.rec AND f.frame_id = i.frame_id
LEFT JOIN method m ON m.rec = f.rec AND m.method_id = f.method_id
LEFT JOIN own_frame o ON o.stack_id = a.stack_id
LEFT JOIN method w ON w.rec = $rec AND w.method_id = o.method_id
GROUP BY p.name, p.pid, COALESCE(w.name, m.name), COALESCE(w.module, m.module)
ORDER BY estimated_bytes DESC, process, pid, method, module
