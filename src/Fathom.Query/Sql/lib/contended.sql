-- Waits for locks that another thread had, as far as they lie within the window, each with what the thread that had it in the middle of that part did then.
-- Uses: lib/own-frame, lib/wait
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process_id       integer
--   thread_id        key integer  that waited; 0 where the trace does not say
--   start_ns         key ns       when it began, within the window or before it
--   wait_ns          ns           within the window; null where the trace does not have the end
--   lock_id          integer      null where the runtime does not report it
--   method_id        integer      innermost own method that waited; null for none
--   owner_thread_id  integer      that had the lock: the last that ended a wait for it before, or else the one that the runtime told; null where nothing tells
--   owner_does       text         runs, ready (waits for a processor), or the kind of its wait; null where the trace does not tell it
--   owner_method_id  integer      its innermost own method: where it waited, or of its next sample in this wait; null where nothing tells
--   begins           boolean      it begins within the window
WITH told AS (
    SELECT
        c.process_id AS process_id, c.thread_id AS thread_id, c.start_ns AS start_ns, c.duration_ns AS duration_ns, c.lock_id AS lock_id, c.stack_id AS stack_id,
        t.thread_id AS owner_thread_id
    FROM contention c
    LEFT JOIN (
        SELECT h.process_id AS process_id, h.tid AS tid, MAX(h.thread_id) AS thread_id
        FROM thread h
        WHERE h.rec = $rec AND h.tid > 0
        GROUP BY h.process_id, h.tid
    ) t ON t.process_id = c.process_id AND t.tid = c.owner_tid
    WHERE c.rec = $rec AND c.kind = 'managed'
),
part AS (
    SELECT
        ROW_NUMBER() OVER (ORDER BY x.start_ns, x.process_id, x.thread_id, x.part_ns) AS number,
        x.process_id AS process_id, x.thread_id AS thread_id, x.start_ns AS start_ns, x.end_ns - x.part_ns AS wait_ns, x.lock_id AS lock_id,
        x.stack_id AS stack_id, x.part_ns + CAST(COALESCE(x.end_ns - x.part_ns, 0) / 2 AS BIGINT) AS middle_ns, x.end_ns AS end_ns, x.begins AS begins,
        x.owner_thread_id AS owner_thread_id
    FROM (
        SELECT
            c.process_id AS process_id, c.thread_id AS thread_id, c.start_ns AS start_ns, c.lock_id AS lock_id, c.stack_id AS stack_id,
            CASE WHEN $scope_from_ns IS NOT NULL AND c.start_ns < $scope_from_ns THEN $scope_from_ns ELSE c.start_ns END AS part_ns,
            CASE WHEN $scope_to_ns IS NOT NULL AND c.start_ns + c.duration_ns > $scope_to_ns THEN $scope_to_ns ELSE c.start_ns + c.duration_ns END AS end_ns,
            $scope_from_ns IS NULL OR c.start_ns >= $scope_from_ns AS begins,
            c.owner_thread_id AS owner_thread_id
        FROM told c
        -- During: JOIN during ON during.bucket = during_bucket(c.start_ns, COALESCE(c.duration_ns, 0)) AND c.start_ns < during.to_ns AND c.start_ns + COALESCE(c.duration_ns, 0) >= during.from_ns
        WHERE ($scope_to_ns IS NULL OR c.start_ns < $scope_to_ns)
            AND ($scope_from_ns IS NULL OR c.start_ns >= $scope_from_ns OR COALESCE(c.start_ns + c.duration_ns > $scope_from_ns, FALSE))
    ) x
),
-- Who waited has the lock when that wait ends.
passed AS (
    SELECT x.process_id AS process_id, x.lock_id AS lock_id, x.start_ns + x.duration_ns AS end_ns, MAX(x.thread_id) AS thread_id
    FROM told x
    WHERE x.lock_id IS NOT NULL AND x.duration_ns IS NOT NULL AND x.thread_id > 0
    GROUP BY x.process_id, x.lock_id, x.start_ns + x.duration_ns
),
passing AS (
    SELECT
        m.number AS number,
        MAX(m.passed_ns) OVER (PARTITION BY m.process_id, m.lock_id ORDER BY m.at_ns, m.place ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS passed_ns
    FROM (
        SELECT CAST(0 AS BIGINT) AS number, p.process_id AS process_id, p.lock_id AS lock_id, p.end_ns AS at_ns, 1 AS place, p.end_ns AS passed_ns FROM passed p
        UNION ALL
        SELECT x.number, x.process_id, x.lock_id, x.middle_ns, 2, NULL FROM part x WHERE x.lock_id IS NOT NULL
    ) m
),
wanted AS (
    SELECT
        x.number AS number, x.process_id AS process_id, x.thread_id AS thread_id, x.start_ns AS start_ns, x.wait_ns AS wait_ns, x.lock_id AS lock_id,
        x.stack_id AS stack_id, x.middle_ns AS middle_ns, x.end_ns AS end_ns, x.begins AS begins,
        COALESCE(p.thread_id, x.owner_thread_id) AS owner_thread_id
    FROM part x
    LEFT JOIN passing l ON l.number = x.number
    LEFT JOIN passed p ON p.process_id = x.process_id AND p.lock_id = x.lock_id AND p.end_ns = l.passed_ns AND p.end_ns > x.start_ns AND p.thread_id <> x.thread_id
),
owner AS (
    SELECT DISTINCT x.owner_thread_id AS thread_id FROM wanted x WHERE x.owner_thread_id IS NOT NULL
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
    JOIN owner o ON o.thread_id = w.thread_id
    GROUP BY w.thread_id, w.start_ns
),
sampled AS (
    SELECT c.thread_id AS thread_id, c.ts_ns AS ts_ns, MAX(c.stack_id) AS stack_id
    FROM cpu_sample c
    JOIN owner o ON o.thread_id = c.thread_id
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
        SELECT x.number, x.owner_thread_id, x.middle_ns, 2, NULL, NULL FROM wanted x WHERE x.owner_thread_id IS NOT NULL
        UNION ALL
        SELECT 0, s.thread_id, s.ts_ns, 3, NULL, s.ts_ns FROM sampled s
    ) m
)
SELECT
    x.process_id AS process_id,
    x.thread_id AS thread_id,
    x.start_ns AS start_ns,
    x.wait_ns AS wait_ns,
    x.lock_id AS lock_id,
    a.method_id AS method_id,
    x.owner_thread_id AS owner_thread_id,
    CASE
        WHEN w.until_ns > x.middle_ns THEN COALESCE(w.kind, 'waits')
        WHEN w.ready_ns > x.middle_ns THEN 'ready'
        WHEN w.thread_id IS NOT NULL OR s.thread_id IS NOT NULL THEN 'runs'
        ELSE NULL
    END AS owner_does,
    CASE WHEN w.ready_ns > x.middle_ns THEN w.method_id ELSE b.method_id END AS owner_method_id,
    x.begins AS begins
FROM wanted x
LEFT JOIN own_frame a ON a.stack_id = x.stack_id
LEFT JOIN moment m ON m.number = x.number
LEFT JOIN waited w ON w.thread_id = x.owner_thread_id AND w.start_ns = m.waited_ns
LEFT JOIN sampled s ON s.thread_id = x.owner_thread_id AND s.ts_ns = m.sampled_ns AND s.ts_ns < x.end_ns
LEFT JOIN own_frame b ON b.stack_id = s.stack_id
