-- Threads that a timer or a sleep wakes again and again, and which have next to nothing to do then.
-- Uses: lib/recorded, lib/wait, lib/life-part
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process     text
--   pid         integer
--   method      text      innermost own method that waits
--   kind        text      of the wait; null where no method tells
--   threads     count     that do so
--   per_second  real      wake-ups of one of them
--   count       count     wake-ups of all
--   each_ns     real ns   time on a processor for each wait of such a thread
-- Rule: info
--   order  60
--   needs  thread_wait, thread_slice
--   about  {method}
--   says   {threads} threads woke up {per_second} times a second each[, from a wait of kind '{kind}',] and ran for {each_ns} each time ({count} wake-ups)
--   next   waits --callees {method}
--   see    docs/findings.md#idle-wakeups
WITH polled AS (
    SELECT
        w.process_id AS process_id, w.thread_id AS thread_id, w.method_id AS method_id, w.kind AS kind,
        SUM(CASE WHEN w.begins AND (w.kind = 'sleep' OR w.waker_tid = 0) THEN 1 ELSE 0 END) AS woken
    FROM wait w
    WHERE w.is_recorded AND w.state = 'wait' AND w.method_id IS NOT NULL
    GROUP BY w.process_id, w.thread_id, w.method_id, w.kind
),
counted AS (
    SELECT w.thread_id AS thread_id, SUM(CASE WHEN w.begins THEN 1 ELSE 0 END) AS waits
    FROM wait w
    WHERE w.is_recorded
    GROUP BY w.thread_id
),
judged AS (
    SELECT
        o.process_id AS process_id, o.method_id AS method_id, o.kind AS kind, o.thread_id AS thread_id, o.woken AS woken,
        CAST(1000000000 AS DOUBLE) * o.woken / l.duration_ns AS per_second, CAST(l.running_ns AS DOUBLE) / c.waits AS each_ns
    FROM polled o
    JOIN counted c ON c.thread_id = o.thread_id
    JOIN life_part l ON l.thread_id = o.thread_id
    WHERE c.waits > 0 AND l.duration_ns >= 500000000 AND o.woken >= 50
)
SELECT
    p.name AS process,
    p.pid AS pid,
    m.name AS method,
    j.kind AS kind,
    COUNT(*) AS threads,
    ROUND(AVG(j.per_second)) AS per_second,
    CAST(SUM(j.woken) AS BIGINT) AS count,
    AVG(j.each_ns) AS each_ns
FROM judged j
JOIN process p ON p.rec = $rec AND p.process_id = j.process_id
JOIN method m ON m.rec = $rec AND m.method_id = j.method_id
WHERE j.per_second >= 50 AND j.each_ns < 100000
GROUP BY j.process_id, p.name, p.pid, m.name, j.kind
ORDER BY count DESC, process, pid, method, kind
