-- Exceptions that were thrown, caught ones too, by type and by the own method that threw.
-- Uses: lib/own-frame, lib/thrown, lib/exception, lib/life-part, lib/scope
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process        common text
--   pid            common integer
--   type           key text
--   method         key text      innermost own method of the throw; without one it is thrown_by
--   count          key count     throws
--   again_count    count         of them, those thrown again: by ExceptionDispatchInfo, as awaits throw what a task ended with, and by "throw;" as far as runtimes tell (.NET 8)
--   per_second     real          throws in a second of the time that the process was there while it was recorded; null where that is not known
--   thrown_by      detail text   innermost managed method, behind those by which the runtime (.NET 9 and newer) throws; null without a stack, or where they are several
--   message_count  detail count  different messages
--   first_ns       detail ns     the first throw, since the begin of the trace
--   last_ns        detail ns     the last one
--   message        lines         the first of the messages, in the order of the alphabet
-- Compared: process, type, method by count
-- Adds: count
-- Keeps: again_count, message_count
SELECT
    p.name AS process,
    p.pid AS pid,
    e.type AS type,
    COALESCE(w.name, m.name) AS method,
    COUNT(*) AS count,
    COUNT(CASE WHEN e.thrown_again OR m.name = 'System.Runtime.ExceptionServices.ExceptionDispatchInfo.Throw' THEN 1 END) AS again_count,
    CAST(1000000000 AS DOUBLE) * COUNT(*) / NULLIF(COALESCE(MAX(l.span_ns), MAX(d.duration_ns)), 0) AS per_second,
    CASE WHEN MIN(m.name) = MAX(m.name) AND COUNT(m.name) = COUNT(*) THEN MIN(m.name) ELSE NULL END AS thrown_by,
    COUNT(DISTINCT e.message) AS message_count,
    MIN(e.ts_ns) - $scope_zero_ns AS first_ns,
    MAX(e.ts_ns) - $scope_zero_ns AS last_ns,
    MIN(e.message) AS message
FROM exception e
JOIN process p ON p.rec = $rec AND p.process_id = e.process_id
CROSS JOIN scope d
LEFT JOIN (
    SELECT h.process_id AS process_id, MAX(w.last_ns) - MIN(w.first_ns) AS span_ns
    FROM life_part w
    JOIN thread h ON h.rec = $rec AND h.thread_id = w.thread_id
    GROUP BY h.process_id
) l ON l.process_id = e.process_id
LEFT JOIN thrown t ON t.stack_id = e.stack_id
LEFT JOIN stack_frame s ON s.rec = $rec AND s.stack_id = e.stack_id AND s.depth = t.depth
LEFT JOIN frame f ON f.rec = s.rec AND f.frame_id = s.frame_id
LEFT JOIN method m ON m.rec = f.rec AND m.method_id = f.method_id
LEFT JOIN own_frame o ON o.stack_id = e.stack_id
LEFT JOIN method w ON w.rec = $rec AND w.method_id = o.method_id
GROUP BY p.name, p.pid, e.type, COALESCE(w.name, m.name)
ORDER BY count DESC, process, pid, type, method
