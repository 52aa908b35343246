-- Thread pools that wanted more threads because those that they had were blocked, for most of their busy time. A thread that sends or receives is blocked too.
-- Uses: lib/recorded, lib/wait, lib/life-part, lib/pool-change, lib/scope
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process           text
--   pid               integer
--   most_workers      count    that the pool wanted
--   starvation_count  count    times that it wanted more because no work was taken up for half a second; null for none
--   blocked_count     count    times that it wanted more because threads were blocked until tasks ended; null for none
--   blocked_percent   percent  of the time in which its threads were blocked or on a processor
--   blocked_sum_ns    ns       over threads
--   kind              text     of most of it
--   method            text     innermost own method of most of it
--   method_percent    percent  of what was blocked
-- Rule: warning
--   order  5
--   needs  thread_pool_change, thread_wait, thread_slice
--   says   the pool wanted up to {most_workers} threads[, {starvation_count} times more because no work was taken up]
--   says   [, {blocked_count} times more because threads were blocked]: these were blocked {blocked_percent} of the time in which they had work,
--   says   {method_percent} of it in {method}[ ({kind})]
--   next   threadpool
--   see    docs/findings.md#pool-starvation
WITH grown AS (
    SELECT
        c.process_id AS process_id, MAX(c.worker_count) AS most_workers, MIN(c.worker_count) AS least_workers,
        SUM(CASE WHEN c.reason = 'starvation' THEN 1 ELSE 0 END) AS starved, SUM(CASE WHEN c.reason = 'cooperative blocking' THEN 1 ELSE 0 END) AS blocked
    FROM pool_change c
    WHERE c.change = 'adjustment'
    GROUP BY c.process_id
),
worker AS (
    SELECT h.thread_id AS thread_id, h.process_id AS process_id
    FROM thread h
    WHERE h.rec = $rec AND h.name LIKE '.NET TP Worker%'
),
ran AS (
    SELECT k.process_id AS process_id, SUM(l.running_ns) AS ran_ns
    FROM worker k
    JOIN life_part l ON l.thread_id = k.thread_id
    GROUP BY k.process_id
),
blocked AS (
    SELECT w.process_id AS process_id, w.kind AS kind, w.method_id AS method_id, SUM(w.wait_ns) AS wait_ns
    FROM wait w
    JOIN worker k ON k.thread_id = w.thread_id
    WHERE w.is_recorded AND w.state <> 'idle' AND w.method_id IS NOT NULL
    GROUP BY w.process_id, w.kind, w.method_id
),
ranked AS (
    SELECT
        b.process_id AS process_id, b.kind AS kind, b.method_id AS method_id, b.wait_ns AS wait_ns,
        SUM(b.wait_ns) OVER (PARTITION BY b.process_id) AS sum_ns,
        ROW_NUMBER() OVER (PARTITION BY b.process_id ORDER BY b.wait_ns DESC, b.kind, b.method_id) AS place
    FROM blocked b
)
SELECT
    p.name AS process,
    p.pid AS pid,
    CAST(g.most_workers AS BIGINT) AS most_workers,
    CAST(NULLIF(g.starved, 0) AS BIGINT) AS starvation_count,
    CAST(NULLIF(g.blocked, 0) AS BIGINT) AS blocked_count,
    CAST(100 AS DOUBLE) * b.sum_ns / (b.sum_ns + r.ran_ns) AS blocked_percent,
    CAST(b.sum_ns AS BIGINT) AS blocked_sum_ns,
    b.kind AS kind,
    m.name AS method,
    CAST(100 AS DOUBLE) * b.wait_ns / b.sum_ns AS method_percent
FROM grown g
CROSS JOIN scope d
JOIN ran r ON r.process_id = g.process_id
JOIN ranked b ON b.process_id = g.process_id AND b.place = 1
JOIN process p ON p.rec = $rec AND p.process_id = g.process_id
LEFT JOIN method m ON m.rec = $rec AND m.method_id = b.method_id
WHERE g.starved + g.blocked >= 2 AND b.sum_ns >= d.duration_ns AND 2 * b.sum_ns >= b.sum_ns + r.ran_ns
ORDER BY blocked_sum_ns DESC, process, pid
