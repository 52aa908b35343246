-- What counters counted by the innermost own method of the threads: estimates from samples.
-- Uses: lib/counting, lib/recorded
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process        common text
--   pid            common integer
--   method         key text      null without an own method
--   counter        key text
--   count          key count     events; null where the trace does not say what samples stand for
--   percent        percent       share of count in that of the process
--   per_thousand   real          events per 1,000 instructions of the method; null where these were not counted
--   error_percent  percent       relative standard error of count, one of the root of the samples; null where count is
--   samples        detail count  that it is estimated from
-- Compared: process, method, counter by count
-- Adds: count, samples
-- Keeps: percent, per_thousand, error_percent
SELECT
    p.name AS process,
    p.pid AS pid,
    m.name AS method,
    c.counter AS counter,
    CAST(SUM(c.count) AS BIGINT) AS count,
    CAST(100 AS DOUBLE) * SUM(c.count) / NULLIF(MAX(a.count), 0) AS percent,
    CAST(1000 AS DOUBLE) * SUM(c.count) / NULLIF(MAX(i.count), 0) AS per_thousand,
    CASE WHEN COUNT(c.count) > 0 THEN CAST(100 AS DOUBLE) / SQRT(COUNT(c.count)) END AS error_percent,
    COUNT(*) AS samples
FROM counting c
JOIN process p ON p.rec = $rec AND p.process_id = c.process_id
JOIN recorded r ON r.process_id = c.process_id
LEFT JOIN method m ON m.rec = $rec AND m.method_id = c.method_id
JOIN (
    SELECT s.process_id AS process_id, s.counter AS counter, SUM(s.count) AS count
    FROM counting s
    GROUP BY s.process_id, s.counter
) a ON a.process_id = c.process_id AND a.counter = c.counter
JOIN (
    SELECT s.process_id AS process_id, n.name AS method, COUNT(*) AS samples, SUM(CASE WHEN s.counter = 'instructions' THEN s.count END) AS count
    FROM counting s
    LEFT JOIN method n ON n.rec = $rec AND n.method_id = s.method_id
    GROUP BY s.process_id, n.name
) i ON i.process_id = c.process_id AND COALESCE(i.method, '') = COALESCE(m.name, '')
GROUP BY c.process_id, p.name, p.pid, m.name, c.counter, r.is_recorded
ORDER BY
    CASE WHEN r.is_recorded THEN 0 ELSE 1 END,
    MAX(i.samples) DESC,
    process,
    pid,
    method,
    CASE c.counter
        WHEN 'cycles' THEN 0 WHEN 'instructions' THEN 1 WHEN 'cache-references' THEN 2 WHEN 'cache-misses' THEN 3 WHEN 'branches' THEN 4
        WHEN 'branch-misses' THEN 5 ELSE 6
    END,
    counter
