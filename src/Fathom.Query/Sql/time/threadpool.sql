-- How thread pools changed the number of their workers: for each reason in a row, from when to when, and where workers waited meanwhile.
-- Uses: lib/wait, lib/pool-change
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process         common text
--   pid             common integer
--   start_ns        key ns        the first of these changes, since the begin of the trace
--   span_ns         key ns        until the last of them
--   reason          key text      starvation (no work item was taken up for half a second), cooperative blocking (workers wait for tasks), climbing move, …
--   before_workers  key count     that it wanted before; null where the trace does not tell it
--   after_workers   key count
--   count           count         changes
--   blocked_in      key text      own method in which workers waited longest from half a second before the first of them on; null where nothing tells
--   most_workers    detail count
-- Compared: process, reason, blocked_in by count
-- Adds: count, span_ns
-- Keeps: most_workers
WITH adjusted AS (
    SELECT
        c.process_id AS process_id, c.ts_ns AS ts_ns, c.reason AS reason, c.worker_count AS workers,
        LAG(c.reason) OVER (PARTITION BY c.process_id ORDER BY c.ts_ns) AS last_reason,
        LAG(c.ts_ns) OVER (PARTITION BY c.process_id ORDER BY c.ts_ns) AS last_ns,
        LAG(c.worker_count) OVER (PARTITION BY c.process_id ORDER BY c.ts_ns) AS last_workers,
        c.gap_ns = LAG(c.gap_ns) OVER (PARTITION BY c.process_id ORDER BY c.ts_ns) AS adjoins
    FROM pool_change c
    WHERE c.change = 'adjustment'
),
numbered AS (
    SELECT
        a.process_id AS process_id, a.ts_ns AS ts_ns, a.reason AS reason, a.workers AS workers, CASE WHEN a.adjoins THEN a.last_workers ELSE NULL END AS last_workers,
        SUM(CASE WHEN a.adjoins AND a.reason = a.last_reason AND a.ts_ns - a.last_ns < 5000000000 THEN 0 ELSE 1 END)
            OVER (PARTITION BY a.process_id ORDER BY a.ts_ns ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS number
    FROM adjusted a
),
episode AS (
    SELECT
        n.process_id AS process_id, n.number AS number, MIN(n.reason) AS reason, MIN(n.ts_ns) AS start_ns, MAX(n.ts_ns) AS end_ns, COUNT(*) AS count,
        ARG_MIN(n.last_workers, n.ts_ns) AS before_workers, ARG_MAX(n.workers, n.ts_ns) AS after_workers, MAX(n.workers) AS most_workers
    FROM numbered n
    GROUP BY n.process_id, n.number
),
blocked AS (
    SELECT
        e.process_id AS process_id, e.number AS number, w.method_id AS method_id,
        SUM(CASE WHEN w.part_ns + w.wait_ns < e.end_ns THEN w.part_ns + w.wait_ns ELSE e.end_ns END
            - CASE WHEN w.part_ns > e.start_ns - 500000000 THEN w.part_ns ELSE e.start_ns - 500000000 END) AS wait_ns
    FROM episode e
    JOIN thread h ON h.rec = $rec AND h.process_id = e.process_id AND h.name LIKE '.NET TP Worker%'
    JOIN wait w ON w.thread_id = h.thread_id AND w.part_ns < e.end_ns AND w.part_ns + w.wait_ns > e.start_ns - 500000000
    WHERE e.reason IN ('starvation', 'cooperative blocking') AND w.method_id IS NOT NULL
    GROUP BY e.process_id, e.number, w.method_id
)
SELECT
    p.name AS process,
    p.pid AS pid,
    e.start_ns - $scope_zero_ns AS start_ns,
    e.end_ns - e.start_ns AS span_ns,
    e.reason AS reason,
    e.before_workers AS before_workers,
    e.after_workers AS after_workers,
    e.count AS count,
    m.name AS blocked_in,
    e.most_workers AS most_workers
FROM episode e
JOIN process p ON p.rec = $rec AND p.process_id = e.process_id
LEFT JOIN (
    SELECT b.process_id AS process_id, b.number AS number, ARG_MAX(b.method_id, b.wait_ns) AS method_id
    FROM blocked b
    GROUP BY b.process_id, b.number
) k ON k.process_id = e.process_id AND k.number = e.number
LEFT JOIN method m ON m.rec = $rec AND m.method_id = k.method_id
ORDER BY start_ns, process, pid
