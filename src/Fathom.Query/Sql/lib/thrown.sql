-- The innermost frame of each stack of a throw that is not of those by which the runtime (.NET 9 and newer) throws.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   stack_id  key integer
--   depth     integer      0 = innermost
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
)
SELECT stack_id, MIN(depth) AS depth
FROM framed
WHERE NOT unwinds AND NOT COALESCE(enters, false)
GROUP BY stack_id
