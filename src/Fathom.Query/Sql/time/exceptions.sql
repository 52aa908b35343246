-- Exceptions that were thrown, caught ones too, by type and by the method that threw.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process        common text
--   pid            common integer
--   type           key text
--   method         text       innermost managed method of the throw, behind those by which the runtime (.NET 9 and newer) throws; null without a stack
--   count          key count  throws
--   message        text       the first of the messages, in the order of the alphabet
--   message_count  count      different messages
--   first_ns       ns         the first throw, since the begin of the trace
--   last_ns        ns         the last one
WITH framed AS (
    SELECT
        s.stack_id,
        s.depth,
        m.name LIKE 'System.Runtime.EH.%' AS unwinds,
        m.name LIKE '%!?' AND LAG(m.name) OVER (PARTITION BY s.stack_id ORDER BY s.depth) LIKE 'System.Runtime.EH.%' AS enters
    FROM stack_frame s
    JOIN frame f ON f.rec = s.rec AND f.frame_id = s.frame_id
    JOIN method m ON m.rec = f.rec AND m.method_id = f.method_id
    WHERE s.rec = $rec AND s.stack_id IN (SELECT e.stack_id FROM exception_thrown e WHERE e.rec = $rec)
),
thrown AS (
    SELECT stack_id, MIN(depth) AS depth
    FROM framed
    WHERE NOT unwinds AND NOT COALESCE(enters, false)
    GROUP BY stack_id
)
SELECT
    p.name AS process,
    p.pid AS pid,
    e.type AS type,
    m.name AS method,
    COUNT(*) AS count,
    MIN(e.message) AS message,
    COUNT(DISTINCT e.message) AS message_count,
    MIN(e.ts_ns) AS first_ns,
    MAX(e.ts_ns) AS last_ns
FROM exception_thrown e
JOIN process p ON p.rec = e.rec AND p.process_id = e.process_id
LEFT JOIN thrown t ON t.stack_id = e.stack_id
LEFT JOIN stack_frame s ON s.rec = e.rec AND s.stack_id = e.stack_id AND s.depth = t.depth
LEFT JOIN frame f ON f.rec = s.rec AND f.frame_id = s.frame_id
LEFT JOIN method m ON m.rec = f.rec AND m.method_id = f.method_id
WHERE e.rec = $rec
GROUP BY p.name, p.pid, e.type, m.name
ORDER BY count DESC, process, pid, type, method
