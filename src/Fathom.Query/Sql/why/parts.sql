-- What the threads of the recorded programs did with their time within the window: each nanosecond of their lives is in one row. On a processor: the time that
-- switches tell, divided as the samples of the process are; ready: by who had the processors then; waiting: by kind and own method. Waits for work and waits that
-- last all of the time are rows too. So is what is not known.
-- Uses: lib/recorded, lib/life-part, lib/slice-part, lib/own-frame, lib/wait, lib/sample, lib/pause-part
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process   common text
--   pid       common integer
--   part      key text      what the comment before the last query tells
--   kind      key text      of a wait, and the file of native code; null for other parts, and where no method tells
--   method    key text      innermost own method; null without one
--   time_ns   key ns        added over threads
--   count     count         samples, or waits that began; null for other parts
--   max_ns    ns            the longest wait; null for other parts
--   sample_ns  detail ns    on a processor, from samples; null for other parts
--   threads    detail count  that waited; null for other parts
-- Sums: yes
WITH lived AS (
    SELECT
        h.process_id AS process_id,
        l.thread_id AS thread_id,
        CAST(SUM(l.duration_ns) AS BIGINT) AS life_ns,
        CAST(SUM(l.running_ns) AS BIGINT) AS running_ns,
        CAST(SUM(l.ready_ns) AS BIGINT) AS ready_ns,
        CAST(SUM(l.waiting_ns) AS BIGINT) AS waiting_ns,
        CAST(SUM(l.unknown_ns) AS BIGINT) AS unknown_ns
    FROM life_part l
    JOIN thread h ON h.rec = $rec AND h.thread_id = l.thread_id
    JOIN recorded r ON r.process_id = h.process_id
    WHERE r.is_recorded
    GROUP BY h.process_id, l.thread_id
),
lived_process AS (
    SELECT
        l.process_id AS process_id,
        CAST(SUM(l.running_ns) AS BIGINT) AS running_ns,
        CAST(SUM(l.ready_ns) AS BIGINT) AS ready_ns,
        CAST(SUM(l.waiting_ns) AS BIGINT) AS waiting_ns,
        CAST(SUM(l.unknown_ns) AS BIGINT) AS unknown_ns
    FROM lived l
    GROUP BY l.process_id
),
-- Pauses without what an earlier one has of them.
pause AS (
    SELECT
        p.process_id AS process_id,
        CASE WHEN p.until_ns > p.begin_ns THEN p.until_ns ELSE p.begin_ns END AS begin_ns,
        p.end_ns AS end_ns
    FROM (
        SELECT
            g.process_id AS process_id,
            g.part_ns AS begin_ns,
            g.part_ns + g.duration_ns AS end_ns,
            MAX(g.part_ns + g.duration_ns) OVER (
                PARTITION BY g.process_id ORDER BY g.part_ns ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS until_ns
        FROM pause_part g
        WHERE g.reason LIKE 'gc%'
    ) p
    WHERE p.until_ns IS NULL OR p.until_ns < p.end_ns
),
-- What the runtime does on a stack: the compiler is always the innermost part of one.
told AS (
    SELECT
        s.stack_id AS stack_id,
        MAX(CASE WHEN f.kind = 'managed' THEN 1 ELSE 0 END) AS managed,
        MAX(CASE WHEN m.module = 'libclrjit.so' THEN 1 ELSE 0 END) AS compiles,
        MIN(CASE WHEN m.name LIKE 'System.Runtime.EH.%' THEN s.depth ELSE NULL END) AS throw_depth,
        -- What calls the system's library is the reason, not that. 91 opens the name of what is no file.
        ARG_MIN(
            m.module,
            CASE
                WHEN m.origin = 'kernel' OR ASCII(m.module) = 91 OR m.module LIKE 'libc.%' OR m.module LIKE 'libstdc++%' OR m.module LIKE 'libpthread%' OR m.module LIKE 'ld-%' THEN NULL
                ELSE s.depth
            END) AS file
    FROM stack_frame s
    JOIN frame f ON f.rec = s.rec AND f.frame_id = s.frame_id
    LEFT JOIN method m ON m.rec = f.rec AND m.method_id = f.method_id
    WHERE s.rec = $rec
    GROUP BY s.stack_id
),
ran AS (
    SELECT
        n.process_id AS process_id,
        n.thread_id AS thread_id,
        n.stack_id AS stack_id,
        n.weight_ns AS weight_ns,
        n.is_sample AS is_sample,
        COALESCE(MAX(n.pause_ns) OVER (PARTITION BY n.process_id ORDER BY n.at_ns, n.is_sample ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) > n.at_ns, FALSE) AS is_paused
    FROM (
        SELECT l.process_id AS process_id, s.thread_id AS thread_id, s.stack_id AS stack_id, s.weight_ns AS weight_ns, TRUE AS is_sample, s.ts_ns AS at_ns, CAST(NULL AS BIGINT) AS pause_ns
        FROM sample s
        JOIN lived l ON l.thread_id = s.thread_id
        UNION ALL
        SELECT p.process_id, 0, 0, NULL, FALSE, p.begin_ns, p.end_ns FROM pause p
    ) n
),
sampled AS (
    SELECT
        c.process_id AS process_id,
        c.part AS part,
        CASE WHEN c.part = 'native' THEN c.file ELSE NULL END AS kind,
        c.method_id AS method_id,
        COUNT(*) AS samples,
        CAST(SUM(c.weight_ns) AS BIGINT) AS sample_ns
    FROM (
        SELECT
            n.process_id AS process_id,
            n.weight_ns AS weight_ns,
            t.file AS file,
            CASE
                WHEN h.name LIKE '.NET EventPipe%' THEN 'events'
                WHEN n.is_paused OR h.name = '.NET BGC' OR h.name LIKE '.NET Server GC%' THEN 'gc'
                WHEN t.compiles = 1 OR h.name LIKE '.NET Tiered%' THEN 'jit'
                WHEN t.throw_depth IS NOT NULL AND (o.depth IS NULL OR t.throw_depth < o.depth) THEN 'exception'
                WHEN o.method_id IS NOT NULL THEN 'own'
                WHEN t.managed = 1 THEN 'framework'
                WHEN t.stack_id IS NOT NULL THEN 'native'
                ELSE 'unsampled'
            END AS part,
            CASE
                WHEN h.name LIKE '.NET EventPipe%' OR n.is_paused OR h.name = '.NET BGC' OR h.name LIKE '.NET Server GC%' OR t.compiles = 1 OR h.name LIKE '.NET Tiered%' THEN 0
                ELSE COALESCE(o.method_id, 0)
            END AS method_id
        FROM ran n
        JOIN thread h ON h.rec = $rec AND h.thread_id = n.thread_id
        LEFT JOIN told t ON t.stack_id = n.stack_id
        LEFT JOIN own_frame o ON o.stack_id = n.stack_id
        WHERE n.is_sample
    ) c
    GROUP BY c.process_id, c.part, CASE WHEN c.part = 'native' THEN c.file ELSE NULL END, c.method_id
),
-- Where switches tell nothing, samples tell what of the unknown time was on a processor.
ran_process AS (
    SELECT
        l.process_id AS process_id,
        l.running_ns + CASE WHEN l.running_ns > 0 OR s.sample_ns IS NULL THEN 0 WHEN s.sample_ns < l.unknown_ns THEN s.sample_ns ELSE l.unknown_ns END AS running_ns,
        l.unknown_ns - CASE WHEN l.running_ns > 0 OR s.sample_ns IS NULL THEN 0 WHEN s.sample_ns < l.unknown_ns THEN s.sample_ns ELSE l.unknown_ns END AS unknown_ns
    FROM lived_process l
    LEFT JOIN (SELECT d.process_id AS process_id, CAST(SUM(d.sample_ns) AS BIGINT) AS sample_ns FROM sampled d GROUP BY d.process_id) s ON s.process_id = l.process_id
),
-- Rounded so that the rows of a process add up to what its threads ran.
divided AS (
    SELECT
        d.process_id AS process_id,
        d.part AS part,
        d.kind AS kind,
        d.method_id AS method_id,
        d.samples AS samples,
        d.sample_ns AS sample_ns,
        CAST(ROUND(CAST(l.running_ns AS DOUBLE) * d.until / d.whole) AS BIGINT) - CAST(ROUND(CAST(l.running_ns AS DOUBLE) * (d.until - d.samples) / d.whole) AS BIGINT) AS time_ns
    FROM (
        SELECT
            s.process_id AS process_id, s.part AS part, s.kind AS kind, s.method_id AS method_id, s.samples AS samples, s.sample_ns AS sample_ns,
            SUM(s.samples) OVER (PARTITION BY s.process_id ORDER BY s.part, s.kind, s.method_id ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS until,
            SUM(s.samples) OVER (PARTITION BY s.process_id) AS whole
        FROM sampled s
    ) d
    JOIN ran_process l ON l.process_id = d.process_id
),
-- How many threads ran and were ready from each switch to the next.
turn AS (
    SELECT
        SUM(n.own) OVER (ORDER BY n.at_ns ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS own,
        SUM(n.other) OVER (ORDER BY n.at_ns ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS other,
        SUM(n.ready) OVER (ORDER BY n.at_ns ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS ready,
        LEAD(n.at_ns) OVER (ORDER BY n.at_ns) - n.at_ns AS duration_ns
    FROM (
        SELECT c.at_ns AS at_ns, SUM(c.own) AS own, SUM(c.other) AS other, SUM(c.ready) AS ready
        FROM (
            SELECT
                CASE WHEN e.sign = 1 THEN s.begin_ns ELSE s.end_ns END AS at_ns,
                CASE WHEN s.state = 'running' AND r.is_recorded THEN e.sign ELSE 0 END AS own,
                CASE WHEN s.state = 'running' AND NOT r.is_recorded THEN e.sign ELSE 0 END AS other,
                CASE WHEN s.state = 'ready' THEN e.sign ELSE 0 END AS ready
            FROM slice_part s
            JOIN thread h ON h.rec = $rec AND h.thread_id = s.thread_id
            JOIN recorded r ON r.process_id = h.process_id
            CROSS JOIN (SELECT 1 AS sign UNION ALL SELECT -1) e
            WHERE s.state = 'running' OR (s.state = 'ready' AND r.is_recorded)
        ) c
        GROUP BY c.at_ns
    ) n
),
-- Of the time in which threads were ready: that in which other programs, and own threads, had all processors. The rest has a free one. Of several recorded
-- processes each has the same.
taken AS (
    SELECT
        SUM(CASE WHEN t.own + t.other >= p.processors THEN CAST(t.ready AS DOUBLE) * t.duration_ns * t.other / (t.own + t.other) ELSE 0 END) / NULLIF(SUM(CAST(t.ready AS DOUBLE) * t.duration_ns), 0) AS other,
        SUM(CASE WHEN t.own + t.other >= p.processors THEN CAST(t.ready AS DOUBLE) * t.duration_ns ELSE 0 END) / NULLIF(SUM(CAST(t.ready AS DOUBLE) * t.duration_ns), 0) AS whole
    FROM turn t
    CROSS JOIN (
        SELECT COALESCE(MAX(CASE WHEN x.place = 1 THEN x.processors ELSE NULL END), MAX(x.processors), 1) AS processors
        FROM (
            SELECT 1 AS place, CAST(f.value AS BIGINT) AS processors
            FROM machine_fact f
            WHERE f.rec = $rec AND f.topic = 'processor' AND f.fact = 'processors' AND f.moment = 'start'
            UNION ALL
            SELECT 2, CAST(MAX(u.own + u.other) AS BIGINT) FROM turn u
        ) x
        WHERE x.processors > 0
    ) p
),
-- Of intervals a wait has a row in each, and their sum is the whole of it.
met AS (
    SELECT
        w.process_id AS process_id, w.thread_id AS thread_id, w.state AS state, w.kind AS kind, w.method_id AS method_id, w.part_ns AS part_ns, w.wait_ns AS wait_ns,
        w.begins AS begins, w.stack_id AS stack_id, w.beside_stack_id AS beside_stack_id, l.life_ns AS life_ns,
        w.wait_ns
        -- During: + CAST(SUM(w.wait_ns) OVER (PARTITION BY w.thread_id, w.start_ns) AS BIGINT) - w.wait_ns
        AS whole_ns
    FROM wait w
    JOIN lived l ON l.thread_id = w.thread_id
),
-- Threads that were seen in managed code.
managed AS (
    SELECT DISTINCT x.thread_id AS thread_id
    FROM (
        SELECT DISTINCT n.thread_id AS thread_id, n.stack_id AS stack_id FROM ran n WHERE n.is_sample
        UNION
        SELECT w.thread_id, w.stack_id FROM met w
        UNION
        SELECT w.thread_id, w.beside_stack_id FROM met w WHERE w.beside_stack_id > 0
    ) x
    JOIN told t ON t.stack_id = x.stack_id
    WHERE t.managed = 1
),
waited AS (
    SELECT
        w.process_id AS process_id,
        CASE
            WHEN w.state = 'wait' AND w.whole_ns >= 250000000 AND w.whole_ns >= 0.8 * w.life_ns
                AND COALESCE(w.kind, 'none') IN ('task', 'event', 'process', 'monitor wait', 'queue', 'semaphore', 'console', 'none') THEN 'lasting'
            WHEN w.state = 'wait' AND w.kind = 'join' THEN 'joined'
            -- A thread of a native library, which is none of the program's.
            WHEN w.state = 'wait' AND w.kind IS NULL AND w.method_id IS NULL AND w.stack_id > 0 AND m.thread_id IS NULL THEN 'outside'
            ELSE w.state
        END AS state,
        w.kind AS kind,
        COALESCE(w.method_id, 0) AS method_id,
        w.thread_id AS thread_id,
        w.part_ns AS part_ns,
        w.wait_ns AS wait_ns,
        w.whole_ns AS whole_ns,
        w.begins AS begins
    FROM met w
    LEFT JOIN managed m ON m.thread_id = w.thread_id
),
waits AS (
    SELECT
        w.process_id AS process_id,
        w.state AS state,
        w.kind AS kind,
        w.method_id AS method_id,
        CAST(SUM(w.wait_ns) AS BIGINT) AS wait_ns,
        CAST(SUM(CASE WHEN w.begins THEN 1 ELSE 0 END) AS BIGINT) AS waits,
        MAX(w.whole_ns) AS max_ns,
        COUNT(DISTINCT w.thread_id) AS threads
    FROM waited w
    GROUP BY w.process_id, w.state, w.kind, w.method_id
),
-- What a thread in a wait of unknown kind stood still for: paused time until its end, less that until its begin.
moment AS (
    SELECT
        n.process_id AS process_id,
        n.kind AS kind,
        n.method_id AS method_id,
        n.sign AS sign,
        COALESCE(SUM(n.pause_ns) OVER (PARTITION BY n.process_id ORDER BY n.at_ns, n.place ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW), 0) AS paused_ns,
        MAX(n.end_ns) OVER (PARTITION BY n.process_id ORDER BY n.at_ns, n.place ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) - n.at_ns AS left_ns
    FROM (
        SELECT p.process_id AS process_id, CAST(NULL AS VARCHAR) AS kind, 0 AS method_id, 0 AS sign, p.begin_ns AS at_ns, 1 AS place, p.end_ns - p.begin_ns AS pause_ns, p.end_ns AS end_ns
        FROM pause p
        UNION ALL
        SELECT w.process_id, w.kind, w.method_id, -1, w.part_ns, 2, NULL, NULL FROM waited w WHERE w.state = 'wait' AND w.kind IS NULL
        UNION ALL
        SELECT w.process_id, w.kind, w.method_id, 1, w.part_ns + w.wait_ns, 2, NULL, NULL FROM waited w WHERE w.state = 'wait' AND w.kind IS NULL
    ) n
),
stood AS (
    SELECT
        m.process_id AS process_id,
        m.method_id AS method_id,
        CAST(SUM(m.sign * (m.paused_ns - CASE WHEN m.left_ns > 0 THEN m.left_ns ELSE 0 END)) AS BIGINT) AS gc_ns
    FROM moment m
    WHERE m.sign <> 0
    GROUP BY m.process_id, m.method_id
),
-- One that waits for the others, while these have something to do, is explained by what they do. Many that wait for tasks or threads are not.
active AS (
    SELECT
        l.process_id AS process_id,
        l.running_ns + l.ready_ns + COALESCE(SUM(CASE WHEN w.state = 'wait' THEN w.wait_ns ELSE 0 END), 0) AS active_ns,
        COALESCE(MAX(CASE WHEN w.state = 'lasting' THEN w.max_ns ELSE NULL END), 0) AS lasting_ns
    FROM lived_process l
    LEFT JOIN waits w ON w.process_id = l.process_id
    GROUP BY l.process_id, l.running_ns, l.ready_ns
),
spent AS (
    SELECT d.process_id AS process_id, d.part AS part, d.kind AS kind, d.method_id AS method_id, d.time_ns AS time_ns, d.samples AS occurrences,
        CAST(NULL AS BIGINT) AS max_ns, d.sample_ns AS sample_ns, CAST(NULL AS BIGINT) AS threads
    FROM divided d
    UNION ALL
    SELECT l.process_id, 'unsampled', NULL, 0, l.running_ns, NULL, NULL, NULL, NULL
    FROM ran_process l
    LEFT JOIN (SELECT DISTINCT d.process_id AS process_id FROM divided d) s ON s.process_id = l.process_id
    WHERE s.process_id IS NULL
    UNION ALL
    SELECT l.process_id, 'others', NULL, 0, CAST(ROUND(l.ready_ns * t.other) AS BIGINT), NULL, NULL, NULL, NULL FROM lived_process l CROSS JOIN taken t WHERE t.whole IS NOT NULL
    UNION ALL
    SELECT l.process_id, 'crowd', NULL, 0, CAST(ROUND(l.ready_ns * t.whole) AS BIGINT) - CAST(ROUND(l.ready_ns * t.other) AS BIGINT), NULL, NULL, NULL, NULL
    FROM lived_process l CROSS JOIN taken t WHERE t.whole IS NOT NULL
    UNION ALL
    SELECT l.process_id, CASE WHEN t.whole IS NULL THEN 'unknown' ELSE 'free' END, NULL, 0, l.ready_ns - CAST(ROUND(l.ready_ns * COALESCE(t.whole, 0)) AS BIGINT), NULL, NULL, NULL, NULL FROM lived_process l CROSS JOIN taken t
    UNION ALL
    SELECT w.process_id, 
        CASE
            WHEN w.state <> 'lasting' THEN w.state
            WHEN 2 * a.active_ns >= a.lasting_ns AND (w.threads <= 2 OR w.kind IN ('event', 'process', 'monitor wait', 'queue', 'semaphore', 'console')) THEN 'standing'
            ELSE 'wait'
        END, w.kind, w.method_id,
        w.wait_ns - CASE WHEN w.state = 'wait' AND w.kind IS NULL THEN COALESCE(s.gc_ns, 0) ELSE 0 END, w.waits, w.max_ns, NULL, w.threads
    FROM waits w
    JOIN active a ON a.process_id = w.process_id
    LEFT JOIN stood s ON s.process_id = w.process_id AND s.method_id = w.method_id
    UNION ALL
    SELECT s.process_id, 'wait', 'GC', s.method_id, s.gc_ns, NULL, NULL, NULL, NULL FROM stood s WHERE s.gc_ns <> 0
    UNION ALL
    SELECT l.process_id, 'unknown', NULL, 0, r.unknown_ns + l.waiting_ns - COALESCE(w.wait_ns, 0), NULL, NULL, NULL, NULL
    FROM lived_process l
    JOIN ran_process r ON r.process_id = l.process_id
    LEFT JOIN (SELECT w.process_id AS process_id, SUM(w.wait_ns) AS wait_ns FROM waits w GROUP BY w.process_id) w ON w.process_id = l.process_id
)
-- On a processor: own, framework, native, gc, jit, exception, events (the runtime writes them for a recorder), unsampled. Ready: others or crowd (other programs, or
-- own threads, had all processors), free (one was free). Waiting: wait, idle (for work), standing (all the time), joined (for a thread of the
-- program, whose time is here too), outside (threads of native libraries). unknown.
SELECT
    p.name AS process,
    p.pid AS pid,
    s.part AS part,
    s.kind AS kind,
    m.name AS method,
    CAST(s.time_ns AS BIGINT) AS time_ns,
    s.occurrences AS count,
    s.max_ns AS max_ns,
    s.sample_ns AS sample_ns,
    s.threads AS threads
FROM spent s
JOIN process p ON p.rec = $rec AND p.process_id = s.process_id
LEFT JOIN method m ON m.rec = $rec AND m.method_id = s.method_id
WHERE s.time_ns <> 0 OR s.occurrences > 0
ORDER BY time_ns DESC, process, pid, part, kind, method
