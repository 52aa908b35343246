-- The processes that each recording is about: those that were named when it was recorded, with all that descend from them; where none was named, programs of .NET;
-- where there are none, all. As lib/recorded, which is quicker to plan.
-- Columns:
--   rec          key integer  the recording
--   process_id   key integer
--   is_recorded  boolean
SELECT
    p.rec AS rec,
    p.process_id AS process_id,
    MAX(CASE
        WHEN r.named > 0 AND COALESCE(p.is_recorded, p.has_runtime, FALSE) THEN 1
        WHEN r.named > 0 THEN 0
        WHEN r.runtimes = 0 OR COALESCE(p.has_runtime, FALSE) OR s.pid IS NOT NULL THEN 1
        ELSE 0
    END) = 1 AS is_recorded
FROM process p
LEFT JOIN (SELECT DISTINCT o.rec AS rec, o.pid AS pid FROM recorder_source o WHERE o.pid IS NOT NULL) s ON s.rec = p.rec AND s.pid = p.pid
JOIN (
    SELECT n.rec AS rec, COUNT(n.is_recorded) AS named, SUM(CASE WHEN n.has_runtime OR x.pid IS NOT NULL THEN 1 ELSE 0 END) AS runtimes
    FROM process n
    LEFT JOIN (SELECT DISTINCT q.rec AS rec, q.pid AS pid FROM recorder_source q WHERE q.pid IS NOT NULL) x ON x.rec = n.rec AND x.pid = n.pid
    GROUP BY n.rec
) r ON r.rec = p.rec
GROUP BY p.rec, p.process_id
