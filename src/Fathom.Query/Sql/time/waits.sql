-- What threads waited for: by the own method that waited, and by the kind of wait, which is that of the outermost framework method that blocks. Times in which
-- threads waited for work, and waits that lasted all of the time, stand apart.
-- Uses: lib/recorded, lib/wait, lib/pause-part
-- Parameters:
--   $rec            integer  the recording
--   $all_processes  boolean  whether processes that the recording is not about have rows too
--   $idle           boolean  whether waits for work, and those that lasted all of the time, have rows too
-- Columns:
--   process        common text
--   pid            common integer
--   kind           key text     lock, task, event, sleep, file, socket, …; disk: uninterruptible, in no such method; of Windows the reason that it gives; null where nothing tells
--   method         key text     the innermost own method; null for waits without one
--   at_once        real         threads that waited, on average over wait_wall_ns; null where no time is known
--   wait_sum_ns    key ns       waiting; added over threads
--   wait_max_ns    ns           the longest wait
--   count          count        waits that began; 0 for those that had begun before the window
--   state          hidden text  wait; idle: for work, without an own method; standing: began before the recording and lasted longer
--   wait_wall_ns   detail ns    waiting; overlapping waits count once
--   ready_sum_ns   detail ns    ready and without a processor after them; added over threads
--   open_count     detail count  those that had begun before the trace or the window, or continued when that ended
--   unknown_count  detail count  those whose wake-up or end is missing in the trace
-- Sums: yes
-- Compared: process, state, kind, method by wait_sum_ns
-- Adds: wait_sum_ns, wait_wall_ns, ready_sum_ns, count, open_count, unknown_count
-- Keeps: wait_max_ns, at_once
WITH ordered AS (
    -- What is covered of a row's time ends where its waits so far end.
    SELECT
        n.process_id AS process_id,
        n.state AS state,
        n.method_id AS method_id,
        COALESCE(n.kind, n.reason) AS kind,
        n.part_ns AS start_ns,
        n.wait_ns AS wait_ns,
        n.ready_ns AS ready_ns,
        n.is_open AS is_open,
        n.is_unknown AS is_unknown,
        n.begins AS begins,
        MAX(n.part_ns + n.wait_ns) OVER (
            PARTITION BY n.process_id, n.state, n.method_id, COALESCE(n.kind, n.reason) ORDER BY n.part_ns ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS until_ns
    FROM wait n
    WHERE ($all_processes OR n.is_recorded) AND ($idle OR n.state = 'wait')
),
summed AS (
    SELECT
        o.process_id AS process_id,
        o.state AS state,
        o.method_id AS method_id,
        o.kind AS kind,
        CAST(SUM(CASE
            WHEN o.until_ns IS NULL OR o.until_ns <= o.start_ns THEN o.wait_ns
            WHEN o.until_ns < o.start_ns + o.wait_ns THEN o.start_ns + o.wait_ns - o.until_ns
            ELSE 0
        END) AS BIGINT) AS wall_ns,
        CAST(SUM(o.wait_ns) AS BIGINT) AS sum_ns,
        CAST(SUM(o.ready_ns) AS BIGINT) AS ready_ns,
        MAX(o.wait_ns) AS max_ns,
        -- Of the whole recording all begin in it, and the engine need not carry the column.
        CAST(SUM(CASE WHEN $scope_from_ns IS NULL OR o.begins THEN 1 ELSE 0 END) AS BIGINT) AS waits,
        CAST(SUM(CASE WHEN o.is_open THEN 1 ELSE 0 END) AS BIGINT) AS open_waits,
        CAST(SUM(CASE WHEN o.is_unknown AND ($scope_from_ns IS NULL OR o.begins) THEN 1 ELSE 0 END) AS BIGINT) AS unknown_waits
    FROM ordered o
    GROUP BY o.process_id, o.state, o.method_id, o.kind
    UNION ALL
    SELECT g.process_id, 'wait', NULL, 'GC', SUM(g.duration_ns), SUM(g.duration_ns), 0, MAX(g.duration_ns),
        CAST(SUM(CASE WHEN g.begins THEN 1 ELSE 0 END) AS BIGINT), 0, 0
    FROM pause_part g
    JOIN recorded q ON q.process_id = g.process_id
    WHERE g.reason LIKE 'gc%' AND ($all_processes OR q.is_recorded)
    GROUP BY g.process_id
)
SELECT
    p.name AS process,
    p.pid AS pid,
    s.kind AS kind,
    CASE WHEN s.kind = 'GC' AND s.method_id IS NULL THEN 'all threads' ELSE m.name END AS method,
    CASE WHEN s.kind = 'GC' AND s.method_id IS NULL THEN NULL ELSE CAST(s.sum_ns AS DOUBLE) / NULLIF(s.wall_ns, 0) END AS at_once,
    CAST(s.sum_ns AS BIGINT) AS wait_sum_ns,
    s.max_ns AS wait_max_ns,
    s.waits AS count,
    s.state AS state,
    CAST(s.wall_ns AS BIGINT) AS wait_wall_ns,
    CAST(s.ready_ns AS BIGINT) AS ready_sum_ns,
    s.open_waits AS open_count,
    s.unknown_waits AS unknown_count
FROM summed s
JOIN process p ON p.rec = $rec AND p.process_id = s.process_id
JOIN recorded z ON z.process_id = s.process_id
LEFT JOIN method m ON m.rec = $rec AND m.method_id = s.method_id
ORDER BY z.is_recorded DESC, state DESC, CASE WHEN s.method_id IS NULL AND COALESCE(s.kind, '') <> 'GC' THEN 1 ELSE 0 END, wait_sum_ns DESC, ready_sum_ns DESC, process, pid, kind, method
