-- What counters of the processor and the kernel counted for each process: estimates from samples.
-- Uses: lib/counting, lib/recorded
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process                 common text
--   pid                     common integer
--   counter                 key text
--   count                   key count    events; null where the trace does not say what samples stand for
--   percent                 percent      share of count in that of all processes
--   per_thousand            real         events per 1,000 instructions of the process; null where these were not counted
--   error_percent           percent      relative standard error of count, one of the root of the samples; null where count is
--   samples                 detail count  that it is estimated from
-- Compared: process, counter by count
-- Adds: count, samples
-- Keeps: percent, per_thousand, error_percent
SELECT
    p.name AS process,
    p.pid AS pid,
    c.counter AS counter,
    CAST(SUM(c.count) AS BIGINT) AS count,
    CAST(100 AS DOUBLE) * SUM(c.count) / NULLIF(MAX(a.count), 0) AS percent,
    CAST(1000 AS DOUBLE) * SUM(c.count) / NULLIF(MAX(i.count), 0) AS per_thousand,
    CASE WHEN COUNT(c.count) > 0 THEN CAST(100 AS DOUBLE) / SQRT(COUNT(c.count)) END AS error_percent,
    COUNT(*) AS samples
FROM counting c
JOIN process p ON p.rec = $rec AND p.process_id = c.process_id
JOIN recorded r ON r.process_id = c.process_id
JOIN (
    SELECT s.counter AS counter, SUM(s.count) AS count
    FROM counting s
    GROUP BY s.counter
) a ON a.counter = c.counter
LEFT JOIN (
    SELECT s.process_id AS process_id, SUM(s.count) AS count
    FROM counting s
    WHERE s.counter = 'instructions'
    GROUP BY s.process_id
) i ON i.process_id = c.process_id
JOIN (
    SELECT s.process_id AS process_id, COUNT(*) AS samples
    FROM counting s
    GROUP BY s.process_id
) n ON n.process_id = c.process_id
GROUP BY c.process_id, p.name, p.pid, c.counter, r.is_recorded
ORDER BY
    CASE WHEN r.is_recorded THEN 0 ELSE 1 END,
    MAX(n.samples) DESC,
    process,
    pid,
    CASE c.counter
        WHEN 'cycles' THEN 0 WHEN 'instructions' THEN 1 WHEN 'cache-references' THEN 2 WHEN 'cache-misses' THEN 3 WHEN 'branches' THEN 4
        WHEN 'branch-misses' THEN 5 ELSE 6
    END,
    counter
