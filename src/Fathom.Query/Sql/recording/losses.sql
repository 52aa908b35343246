-- What a recording should hold and does not, each with its share of what there would be.
-- Times of threads that are not known are a share of their lives: of the programs whose runtime was recorded, else of all.
-- Parameters:
--   $rec  integer  which recording
-- Columns:
--   source        text
--   scope         text
--   reason        text
--   count         count    0 where it could not be counted
--   bytes         bytes    0 where it could not be counted
--   tables        text     those that lack it, with commas between; null where it counts for all
--   lost_percent  percent  lost of kept and lost; null where it is not known
SELECT
    l.source AS source,
    l.scope AS scope,
    l.reason AS reason,
    SUM(l.count) AS count,
    SUM(l.bytes) AS bytes,
    l.tables AS tables,
    CASE
        -- What is told by processor is out of what all processors have.
        WHEN MAX(l.out_of) > 0 AND l.scope LIKE 'cpu %' THEN LEAST(100.0, SUM(SUM(l.count)) OVER (PARTITION BY l.source, l.reason, l.tables, l.scope LIKE 'cpu %') * 100.0 / MAX(l.out_of))
        WHEN MAX(l.out_of) > 0 THEN LEAST(100.0, SUM(l.count) * 100.0 / MAX(l.out_of))
        WHEN l.tables LIKE 'thread_life%' THEN MAX(t.share)
        ELSE NULL
    END AS lost_percent
FROM loss l
CROSS JOIN (
    SELECT SUM(f.unknown_ns) * 100.0 / NULLIF(SUM(f.duration_ns), 0) AS share
    FROM thread_life f
    JOIN thread h ON h.rec = f.rec AND h.thread_id = f.thread_id
    JOIN process p ON p.rec = h.rec AND p.process_id = h.process_id
    LEFT JOIN (SELECT DISTINCT r.pid AS pid FROM recorder_source r WHERE r.rec = $rec AND r.pid IS NOT NULL) s ON s.pid = p.pid
    CROSS JOIN (SELECT COUNT(r.pid) AS programs FROM recorder_source r WHERE r.rec = $rec) a
    WHERE f.rec = $rec AND (a.programs = 0 OR s.pid IS NOT NULL)
) t
WHERE l.rec = $rec
GROUP BY l.source, l.scope, l.reason, l.tables
ORDER BY bytes DESC, count DESC, source, scope, reason, tables
