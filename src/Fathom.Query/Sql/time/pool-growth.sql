-- Thread pools that wanted more workers because those that they had were blocked, or took up no work.
-- Uses: lib/pool-change
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process           text
--   pid               integer
--   most_workers      count    the most that it wanted
--   blocked_count     count    times that it wanted more because threads were blocked in waits for tasks
--   starvation_count  count    times that it wanted more because no work item was taken up for half a second
SELECT
    p.name AS process,
    p.pid AS pid,
    MAX(c.worker_count) AS most_workers,
    SUM(CASE WHEN c.reason = 'cooperative blocking' THEN 1 ELSE 0 END) AS blocked_count,
    SUM(CASE WHEN c.reason = 'starvation' THEN 1 ELSE 0 END) AS starvation_count
FROM pool_change c
JOIN process p ON p.rec = $rec AND p.process_id = c.process_id
WHERE c.change = 'adjustment'
GROUP BY p.process_id, p.name, p.pid
HAVING SUM(CASE WHEN c.reason IN ('cooperative blocking', 'starvation') THEN 1 ELSE 0 END) > 0
ORDER BY most_workers DESC, process, pid
