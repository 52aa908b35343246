-- Each wait with who ended it, and with what that thread did in the middle of the wait, the longest first.
-- Uses: lib/own-frame, lib/recorded, lib/wait
-- Parameters:
--   $rec            integer  the recording
--   $all_processes  boolean  whether processes that the recording is not about have rows too
--   $idle           boolean  whether waits for work, and those that lasted all of the time, have rows too
-- Columns:
--   process        common text
--   pid            common integer
--   start_ns       key ns       when its part within the window begins, since the begin of the trace
--   wait_ns        key ns       as far as it lies in the window
--   kind           key text     as in waits
--   method         key text     innermost own method that waited; null for none
--   waker_does     text         what it did in the middle of the wait: runs, ready (it waits for a processor), or the kind of its wait; null where nothing tells
--   waker_method   text         its innermost own method then: where it waited, or of its next sample within the wait; null where nothing tells
--   waker          text         thread that woke it, by its name, of another process with its name before; interrupt: a timer or a device; null where that is not known
--   thread         detail text     that waited
--   tid            detail integer
--   ready_ns       detail ns       ready and without a processor after it
--   is_open        detail boolean  it had begun before the trace or the window, or continued when that ended
--   is_unknown     detail boolean  its wake-up or end is missing
--   waker_tid      detail integer  null where there was none, or it is not known
--   waker_process  detail text
--   waker_pid      detail integer
--   state          hidden text     as in waits
WITH part AS (
    SELECT
        ROW_NUMBER() OVER (ORDER BY n.start_ns, n.thread_id) AS number,
        n.process_id AS process_id, n.thread_id AS thread_id, n.part_ns AS part_ns, n.wait_ns AS wait_ns, n.ready_ns AS ready_ns, n.kind AS kind,
        n.method_id AS method_id, n.is_open AS is_open, n.is_unknown AS is_unknown, n.state AS state, n.waker_tid AS waker_tid,
        n.part_ns + n.wait_ns AS end_ns, n.part_ns + CAST(n.wait_ns / 2 AS BIGINT) AS middle_ns
    FROM wait n
    WHERE ($all_processes OR n.is_recorded) AND ($idle OR n.state = 'wait')
),
-- A number of a thread may be given again.
woken AS (
    SELECT x.number AS number, x.middle_ns AS middle_ns, MAX(h.thread_id) AS thread_id
    FROM part x
    JOIN thread h ON h.rec = $rec AND h.tid = x.waker_tid
    JOIN thread_life l ON l.rec = $rec AND l.thread_id = h.thread_id AND l.start_ns <= x.end_ns AND l.start_ns + l.duration_ns >= x.end_ns
    WHERE x.waker_tid > 0
    GROUP BY x.number, x.middle_ns
),
waker AS (
    SELECT DISTINCT k.thread_id AS thread_id FROM woken k
),
waited AS (
    SELECT
        w.thread_id AS thread_id,
        w.start_ns AS start_ns,
        MAX(w.part_ns + w.wait_ns) AS until_ns,
        MAX(w.part_ns + w.wait_ns + w.ready_ns) AS ready_ns,
        ARG_MAX(w.kind, w.wait_ns) AS kind,
        ARG_MAX(w.method_id, w.wait_ns) AS method_id
    FROM wait w
    JOIN waker k ON k.thread_id = w.thread_id
    GROUP BY w.thread_id, w.start_ns
),
sampled AS (
    SELECT c.thread_id AS thread_id, c.ts_ns AS ts_ns, MAX(c.stack_id) AS stack_id
    FROM cpu_sample c
    JOIN waker k ON k.thread_id = c.thread_id
    WHERE c.rec = $rec
    GROUP BY c.thread_id, c.ts_ns
),
moment AS (
    SELECT
        m.number AS number,
        MAX(m.waited_ns) OVER (PARTITION BY m.thread_id ORDER BY m.at_ns, m.place ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS waited_ns,
        MIN(m.sampled_ns) OVER (PARTITION BY m.thread_id ORDER BY m.at_ns, m.place ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) AS sampled_ns
    FROM (
        SELECT CAST(0 AS BIGINT) AS number, w.thread_id AS thread_id, w.start_ns AS at_ns, 1 AS place, w.start_ns AS waited_ns, NULL AS sampled_ns FROM waited w
        UNION ALL
        SELECT k.number, k.thread_id, k.middle_ns, 2, NULL, NULL FROM woken k
        UNION ALL
        SELECT 0, s.thread_id, s.ts_ns, 3, NULL, s.ts_ns FROM sampled s
    ) m
)
SELECT
    p.name AS process,
    p.pid AS pid,
    x.part_ns AS start_ns,
    x.wait_ns AS wait_ns,
    x.kind AS kind,
    m.name AS method,
    CASE
        WHEN w.until_ns > x.middle_ns THEN COALESCE(w.kind, 'waits')
        WHEN w.ready_ns > x.middle_ns THEN 'ready'
        WHEN l.start_ns <= x.middle_ns AND (w.thread_id IS NOT NULL OR s.thread_id IS NOT NULL) THEN 'runs'
        ELSE NULL
    END AS waker_does,
    o.name AS waker_method,
    CASE
        WHEN x.waker_tid = 0 THEN 'interrupt'
        WHEN t.process_id <> x.process_id THEN COALESCE(q.name, '?') || ': ' || COALESCE(t.name, '?')
        ELSE t.name
    END AS waker,
    h.name AS thread,
    NULLIF(h.tid, 0) AS tid,
    x.ready_ns AS ready_ns,
    x.is_open AS is_open,
    x.is_unknown AS is_unknown,
    NULLIF(x.waker_tid, 0) AS waker_tid,
    q.name AS waker_process,
    q.pid AS waker_pid,
    x.state AS state
FROM part x
JOIN process p ON p.rec = $rec AND p.process_id = x.process_id
JOIN thread h ON h.rec = $rec AND h.thread_id = x.thread_id
LEFT JOIN method m ON m.rec = $rec AND m.method_id = x.method_id
LEFT JOIN woken k ON k.number = x.number
LEFT JOIN thread t ON t.rec = $rec AND t.thread_id = k.thread_id
LEFT JOIN thread_life l ON l.rec = $rec AND l.thread_id = k.thread_id
LEFT JOIN process q ON q.rec = $rec AND q.process_id = t.process_id
LEFT JOIN moment i ON i.number = x.number
LEFT JOIN waited w ON w.thread_id = k.thread_id AND w.start_ns = i.waited_ns
LEFT JOIN sampled s ON s.thread_id = k.thread_id AND s.ts_ns = i.sampled_ns AND s.ts_ns < x.end_ns
LEFT JOIN own_frame b ON b.stack_id = s.stack_id
LEFT JOIN method o ON o.rec = $rec AND o.method_id = CASE WHEN w.ready_ns > x.middle_ns THEN w.method_id ELSE b.method_id END
ORDER BY wait_ns DESC, start_ns, pid, tid
