-- Waits with who ended each, and with what that thread did in the middle of its part within the window.
-- Uses: lib/own-frame, lib/wait
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process_id       integer
--   thread_id        key integer
--   start_ns         key ns       when it began, within the window or before it
--   is_recorded      boolean      as in wait, and all that has no other comment
--   state            text
--   kind             text
--   method_id        integer
--   part_ns          ns
--   wait_ns          ns
--   ready_ns         ns
--   is_open          boolean
--   is_unknown       boolean
--   begins           boolean
--   waker_tid        integer
--   waker_thread_id  integer      null for an interrupt, and where it is not known
--   waker_does       text         runs, ready (it waits for a processor), idle (it waits for work), or the kind of its wait; null where nothing tells
--   waker_method_id  integer      its innermost own method: where it waited, or of its next sample in this wait; null where nothing tells
WITH part AS (
    SELECT
        ROW_NUMBER() OVER (ORDER BY n.start_ns, n.thread_id, n.part_ns) AS number, n.start_ns AS start_ns,
        n.process_id AS process_id, n.thread_id AS thread_id, n.part_ns AS part_ns, n.wait_ns AS wait_ns, n.ready_ns AS ready_ns, COALESCE(n.kind, n.reason) AS kind,
        n.method_id AS method_id, n.is_open AS is_open, n.begins AS begins, n.is_unknown AS is_unknown, n.state AS state, n.is_recorded AS is_recorded, n.waker_tid AS waker_tid,
        n.part_ns + n.wait_ns AS end_ns, n.part_ns + CAST(n.wait_ns / 2 AS BIGINT) AS middle_ns
    FROM wait n
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
        ARG_MAX(CASE WHEN w.state = 'idle' THEN 'idle' ELSE COALESCE(w.kind, w.reason, 'waits') END, w.wait_ns) AS kind,
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
    x.process_id AS process_id,
    x.thread_id AS thread_id,
    x.start_ns AS start_ns,
    x.is_recorded AS is_recorded,
    x.state AS state,
    x.kind AS kind,
    x.method_id AS method_id,
    x.part_ns AS part_ns,
    x.wait_ns AS wait_ns,
    x.ready_ns AS ready_ns,
    x.is_open AS is_open,
    x.is_unknown AS is_unknown,
    x.begins AS begins,
    x.waker_tid AS waker_tid,
    k.thread_id AS waker_thread_id,
    CASE
        WHEN w.until_ns > x.middle_ns THEN w.kind
        WHEN w.ready_ns > x.middle_ns THEN 'ready'
        WHEN l.start_ns <= x.middle_ns AND (w.thread_id IS NOT NULL OR s.thread_id IS NOT NULL) THEN 'runs'
        ELSE NULL
    END AS waker_does,
    CASE WHEN w.ready_ns > x.middle_ns THEN w.method_id ELSE b.method_id END AS waker_method_id
FROM part x
LEFT JOIN woken k ON k.number = x.number
LEFT JOIN thread_life l ON l.rec = $rec AND l.thread_id = k.thread_id
LEFT JOIN moment i ON i.number = x.number
LEFT JOIN waited w ON w.thread_id = k.thread_id AND w.start_ns = i.waited_ns
LEFT JOIN sampled s ON s.thread_id = k.thread_id AND s.ts_ns = i.sampled_ns AND s.ts_ns < x.end_ns
LEFT JOIN own_frame b ON b.stack_id = s.stack_id
