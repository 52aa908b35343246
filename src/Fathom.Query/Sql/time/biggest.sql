-- What took the most CPU time, and what threads waited in for the longest, three of each: methods of programs, each with what it called of .NET and of native code.
-- Of what has no method of a program on its stack there is one row for a process: native programs, the runtime's own work, and threads that wait for work.
-- Parameters:
--   $rec   integer  the recording
--   $pids  text     the programs that it is about, which come first: numbers joined by commas; empty for all alike
-- Columns:
--   what     key text     cpu or wait
--   process  key text
--   pid      key integer
--   method   key text     the innermost method of the program on the stack; null where there is none
--   time_ns  key ns       on a processor, from samples; or waiting and ready, added over threads, in waits that came to an end
--   percent  percent      share of the CPU time of all processes; null for waits
--   open_ns  ns           waiting, in waits that had not come to an end when the recording did; null for CPU time
WITH own AS (
    SELECT s.stack_id AS stack_id, ARG_MIN(f.method_id, s.depth) AS method_id
    FROM stack_frame s
    JOIN frame f ON f.rec = s.rec AND f.frame_id = s.frame_id
    JOIN method m ON m.rec = f.rec AND m.method_id = f.method_id
    -- 91 opens the name of what is no file, such as code made at run time.
    WHERE s.rec = $rec AND f.kind = 'managed' AND m.module IS NOT NULL
        AND NOT (ASCII(m.module) = 91 OR m.module LIKE 'System.%' OR m.module LIKE 'Microsoft.AspNetCore.%' OR m.module LIKE 'Microsoft.Extensions.%' OR m.module LIKE 'Microsoft.Win32.%'
            OR m.module IN ('Microsoft.CSharp.dll', 'Microsoft.VisualBasic.Core.dll', 'mscorlib.dll', 'netstandard.dll'))
    GROUP BY s.stack_id
),
consumer AS (
    SELECT
        'cpu' AS what, h.process_id AS process_id, COALESCE(o.method_id, 0) AS method_id, CAST(SUM(c.weight_ns) AS BIGINT) AS time_ns, CAST(NULL AS BIGINT) AS open_ns
    FROM cpu_sample c
    JOIN thread h ON h.rec = c.rec AND h.thread_id = c.thread_id
    LEFT JOIN own o ON o.stack_id = c.stack_id
    WHERE c.rec = $rec
    GROUP BY h.process_id, COALESCE(o.method_id, 0)
    UNION ALL
    SELECT
        'wait' AS what,
        h.process_id AS process_id,
        COALESCE(o.method_id, t.method_id, 0) AS method_id,
        CAST(SUM(CASE WHEN w.open_at_end THEN 0 ELSE w.wait_ns + w.ready_ns END) AS BIGINT) AS time_ns,
        CAST(SUM(CASE WHEN w.open_at_end THEN w.wait_ns + w.ready_ns ELSE 0 END) AS BIGINT) AS open_ns
    FROM thread_wait w
    JOIN thread h ON h.rec = w.rec AND h.thread_id = w.thread_id
    LEFT JOIN own o ON o.stack_id = w.stack_id
    LEFT JOIN (
        SELECT x.thread_id AS thread_id, x.start_ns AS start_ns, MIN(q.method_id) AS method_id
        FROM thread_wait_stack x
        JOIN own q ON q.stack_id = x.stack_id
        WHERE x.rec = $rec
        GROUP BY x.thread_id, x.start_ns
    ) t ON t.thread_id = w.thread_id AND t.start_ns = w.start_ns
    WHERE w.rec = $rec
    GROUP BY h.process_id, COALESCE(o.method_id, t.method_id, 0)
)
SELECT r.what AS what, r.process AS process, r.pid AS pid, m.name AS method, r.time_ns AS time_ns, r.percent AS percent, r.open_ns AS open_ns
FROM (
    SELECT
        c.what AS what,
        p.name AS process,
        p.pid AS pid,
        c.method_id AS method_id,
        c.time_ns AS time_ns,
        CASE WHEN c.what = 'cpu' THEN CAST(100 AS DOUBLE) * c.time_ns / NULLIF(SUM(c.time_ns) OVER (PARTITION BY c.what), 0) ELSE NULL END AS percent,
        c.open_ns AS open_ns,
        -- Waits without a method of a program are mostly for work: they come after those with one.
        ROW_NUMBER() OVER (
            PARTITION BY c.what
            ORDER BY
                CONCAT(',', $pids, ',') LIKE CONCAT('%,', CAST(p.pid AS VARCHAR), ',%') DESC,
                c.what = 'wait' AND c.method_id = 0,
                c.time_ns DESC,
                c.open_ns DESC,
                c.process_id,
                c.method_id
        ) AS place
    FROM consumer c
    JOIN process p ON p.rec = $rec AND p.process_id = c.process_id
    -- What threads without a process waited for, added up, tells nothing.
    WHERE (c.time_ns > 0 OR c.open_ns > 0) AND (c.what = 'cpu' OR p.pid > 0)
) r
LEFT JOIN method m ON m.rec = $rec AND m.method_id = r.method_id
WHERE r.place <= 3
ORDER BY what, r.place
