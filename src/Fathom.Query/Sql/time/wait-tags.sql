-- Waits by tag, per process: those that time/waits has rows of, so that both have one sum. What a runtime tells beside the stack of a wait are its outer frames.
-- Uses: lib/recorded, lib/wait, lib/pause-part, lib/stack-tag
-- Parameters:
--   $rec            integer  the recording
--   $all_processes  boolean  whether processes that the recording is not about have rows too
--   $idle           boolean  whether waits for work, and those that lasted all of the time, have rows too
-- Columns:
--   process       common text
--   pid           common integer
--   tag           key text      Other for stacks that no rule fits, and waits without a stack
--   wait_sum_ns   key ns        waiting; added over threads
--   percent       key percent   share of it in those of the process that are shown
--   wait_max_ns   ns            the longest wait
--   count         count         waits that began; 0 for those that had begun before the window
--   state         hidden text   wait; idle: for work, without an own method; standing: began before the recording and lasted longer
--   ready_sum_ns  detail ns     ready and without a processor after them; added over threads
-- Sums: yes
-- Compared: process, state, tag by wait_sum_ns
-- Adds: wait_sum_ns, count, ready_sum_ns
-- Keeps: wait_max_ns, percent
WITH part AS (
    SELECT
        w.process_id AS process_id,
        w.state AS state,
        w.stack_id AS stack_id,
        w.beside_stack_id AS beside_stack_id,
        SUM(w.wait_ns) AS wait_ns,
        SUM(w.ready_ns) AS ready_ns,
        MAX(w.wait_ns) AS max_ns,
        SUM(CASE WHEN w.begins THEN 1 ELSE 0 END) AS waits
    FROM wait w
    WHERE ($all_processes OR w.is_recorded) AND ($idle OR w.state = 'wait')
    GROUP BY w.process_id, w.state, w.stack_id, w.beside_stack_id
),
summed AS (
    SELECT
        t.process_id AS process_id,
        t.state AS state,
        t.tag AS tag,
        CAST(SUM(t.wait_ns) AS BIGINT) AS sum_ns,
        CAST(SUM(t.ready_ns) AS BIGINT) AS ready_ns,
        MAX(t.max_ns) AS max_ns,
        CAST(SUM(t.waits) AS BIGINT) AS waits
    FROM (
        SELECT
            q.process_id AS process_id, q.state AS state, q.wait_ns AS wait_ns, q.ready_ns AS ready_ns, q.max_ns AS max_ns, q.waits AS waits,
            CASE WHEN b.priority > a.priority OR a.tag IS NULL THEN COALESCE(b.tag, 'Other') ELSE a.tag END AS tag
        FROM part q
        LEFT JOIN stack_tag a ON a.stack_id = q.stack_id
        LEFT JOIN stack_tag b ON b.stack_id = q.beside_stack_id
        UNION ALL
        SELECT g.process_id, 'wait', g.duration_ns, 0, g.duration_ns, CASE WHEN g.begins THEN 1 ELSE 0 END, 'GC/Pause'
        FROM pause_part g
        JOIN recorded z ON z.process_id = g.process_id
        WHERE g.reason LIKE 'gc%' AND ($all_processes OR z.is_recorded)
    ) t
    GROUP BY t.process_id, t.state, t.tag
)
SELECT
    p.name AS process,
    p.pid AS pid,
    s.tag AS tag,
    s.sum_ns AS wait_sum_ns,
    CAST(100 AS DOUBLE) * s.sum_ns / NULLIF(SUM(s.sum_ns) OVER (PARTITION BY s.process_id), 0) AS percent,
    s.max_ns AS wait_max_ns,
    s.waits AS count,
    s.state AS state,
    s.ready_ns AS ready_sum_ns
FROM summed s
JOIN process p ON p.rec = $rec AND p.process_id = s.process_id
JOIN recorded z ON z.process_id = s.process_id
ORDER BY z.is_recorded DESC, state DESC, wait_sum_ns DESC, ready_sum_ns DESC, process, pid, tag
