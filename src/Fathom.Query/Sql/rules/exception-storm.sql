-- Exceptions of one type that one method throws again and again, caught ones too.
-- Uses: lib/recorded, lib/own-frame, lib/thrown, lib/exception, lib/life-part, lib/scope
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process     text
--   pid         integer
--   type        text
--   method      text   innermost own method of the throw, or the one that throws where there is none
--   count       count
--   per_second  real   of the time that the process was there
--   message     text   one of them
-- Rule: warning
--   order  40
--   needs  exception_thrown
--   about  {method}
--   says   throws {type} {per_second} times a second, {count} in all[, such as "{message}"]
--   next   exceptions
--   see    docs/findings.md#exception-storm
WITH span AS (
    SELECT h.process_id AS process_id, MAX(l.last_ns) - MIN(l.first_ns) AS span_ns
    FROM life_part l
    JOIN thread h ON h.rec = $rec AND h.thread_id = l.thread_id
    GROUP BY h.process_id
),
summed AS (
    SELECT e.process_id AS process_id, e.type AS type, COALESCE(o.name, t.name) AS method, COUNT(*) AS count, MIN(e.message) AS message
    FROM exception e
    LEFT JOIN (
        SELECT f.stack_id AS stack_id, m.name AS name
        FROM own_frame f
        JOIN method m ON m.rec = $rec AND m.method_id = f.method_id
    ) o ON o.stack_id = e.stack_id
    LEFT JOIN (
        SELECT n.stack_id AS stack_id, m.name AS name
        FROM thrown n
        JOIN stack_frame s ON s.rec = $rec AND s.stack_id = n.stack_id AND s.depth = n.depth
        JOIN frame f ON f.rec = $rec AND f.frame_id = s.frame_id
        JOIN method m ON m.rec = $rec AND m.method_id = f.method_id
    ) t ON t.stack_id = e.stack_id
    GROUP BY e.process_id, e.type, COALESCE(o.name, t.name)
)
SELECT
    p.name AS process,
    p.pid AS pid,
    s.type AS type,
    s.method AS method,
    s.count AS count,
    ROUND(CAST(1000000000 AS DOUBLE) * s.count / COALESCE(l.span_ns, d.duration_ns)) AS per_second,
    SUBSTRING(s.message, 1, 100) AS message
FROM summed s
CROSS JOIN scope d
JOIN recorded r ON r.process_id = s.process_id
JOIN process p ON p.rec = $rec AND p.process_id = s.process_id
LEFT JOIN span l ON l.process_id = s.process_id
WHERE r.is_recorded AND s.count >= 50 AND CAST(1000000000 AS DOUBLE) * s.count >= 50 * COALESCE(l.span_ns, d.duration_ns)
ORDER BY count DESC, process, pid, type, method
