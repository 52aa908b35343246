-- The processes that a recording is about: those that were named when it was recorded, with all that descend from them; where none was named, programs of .NET;
-- where there are none, all.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process_id   key integer
--   is_recorded  boolean
SELECT
    p.process_id AS process_id,
    MAX(CASE
        WHEN r.named > 0 AND COALESCE(p.is_recorded, p.has_runtime, FALSE) THEN 1
        WHEN r.named > 0 THEN 0
        WHEN r.runtimes = 0 OR COALESCE(p.has_runtime, FALSE) OR s.pid IS NOT NULL THEN 1
        ELSE 0
    END) = 1 AS is_recorded
FROM process p
LEFT JOIN (SELECT DISTINCT o.pid AS pid FROM recorder_source o WHERE o.rec = $rec AND o.pid IS NOT NULL) s ON s.pid = p.pid
CROSS JOIN (
    SELECT COUNT(n.is_recorded) AS named, SUM(CASE WHEN n.has_runtime OR x.pid IS NOT NULL THEN 1 ELSE 0 END) AS runtimes
    FROM process n
    LEFT JOIN (SELECT DISTINCT q.pid AS pid FROM recorder_source q WHERE q.rec = $rec AND q.pid IS NOT NULL) x ON x.pid = n.pid
    WHERE n.rec = $rec
) r
WHERE p.rec = $rec
GROUP BY p.process_id
