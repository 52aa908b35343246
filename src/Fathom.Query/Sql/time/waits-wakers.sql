-- What threads waited for, by what the threads that ended the waits did in the middle of them. Each wait is in one row, so that sums and counts add up.
-- Uses: lib/ended, lib/recorded
-- Parameters:
--   $rec            integer  the recording
--   $all_processes  boolean  whether processes that the recording is not about have rows too
--   $idle           boolean  whether waits for work, and those that lasted all of the time, have rows too
-- Columns:
--   process        common text
--   pid            common integer
--   kind           key text     as in waits
--   method         key text     innermost own method that waited; null for none
--   wait_sum_ns    key ns       added over threads
--   wait_max_ns    ns           the longest wait
--   count          count        waits that began; 0 for those that had begun before the window
--   waker_does     key text     what it did in the middle of the wait: runs, ready (it waits for a processor), idle (it waits for work), the kind of its wait, or interrupt: a timer or a device ended the wait; null where nothing tells
--   waker_method   key text     its innermost own method then; null where nothing tells
--   waker_process  text         where it is another one; null where it is not, or where nothing tells
--   ready_sum_ns   detail ns    ready and without a processor after them; added over threads
--   state          hidden text  as in waits
-- Sums: yes
-- Compared: process, state, kind, method, waker_does, waker_method, waker_process by wait_sum_ns
-- Adds: wait_sum_ns, count, ready_sum_ns
-- Keeps: wait_max_ns
SELECT
    p.name AS process,
    p.pid AS pid,
    s.kind AS kind,
    m.name AS method,
    s.wait_sum_ns AS wait_sum_ns,
    s.wait_max_ns AS wait_max_ns,
    s.waits AS count,
    s.waker_does AS waker_does,
    o.name AS waker_method,
    q.name AS waker_process,
    s.ready_sum_ns AS ready_sum_ns,
    s.state AS state
FROM (
    SELECT
        e.process_id AS process_id,
        e.state AS state,
        e.kind AS kind,
        e.method_id AS method_id,
        CASE WHEN e.waker_tid = 0 THEN 'interrupt' ELSE e.waker_does END AS waker_does,
        e.waker_method_id AS waker_method_id,
        NULLIF(t.process_id, e.process_id) AS waker_process_id,
        CAST(SUM(e.wait_ns) AS BIGINT) AS wait_sum_ns,
        CAST(SUM(e.ready_ns) AS BIGINT) AS ready_sum_ns,
        MAX(e.wait_ns) AS wait_max_ns,
        CAST(SUM(CASE WHEN e.begins THEN 1 ELSE 0 END) AS BIGINT) AS waits
    FROM ended e
    LEFT JOIN thread t ON t.rec = $rec AND t.thread_id = e.waker_thread_id
    WHERE ($all_processes OR e.is_recorded) AND ($idle OR e.state = 'wait')
    GROUP BY e.process_id, e.state, e.kind, e.method_id, CASE WHEN e.waker_tid = 0 THEN 'interrupt' ELSE e.waker_does END, e.waker_method_id, NULLIF(t.process_id, e.process_id)
) s
JOIN process p ON p.rec = $rec AND p.process_id = s.process_id
JOIN recorded z ON z.process_id = s.process_id
LEFT JOIN method m ON m.rec = $rec AND m.method_id = s.method_id
LEFT JOIN method o ON o.rec = $rec AND o.method_id = s.waker_method_id
LEFT JOIN process q ON q.rec = $rec AND q.process_id = s.waker_process_id
ORDER BY z.is_recorded DESC, state DESC, CASE WHEN s.method_id IS NULL THEN 1 ELSE 0 END, wait_sum_ns DESC, process, pid, kind, method, waker_does, waker_method, waker_process
