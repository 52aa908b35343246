-- What took the most CPU time, and what threads waited for the longest, of each the rows that take most: by own method, each with what it called of .NET and of
-- native code. What has no own method on its stack is a row for a process: native programs, and the runtime's own work. Waits for work, and those that lasted all of
-- the time, are none.
-- Uses: lib/own-frame, lib/wait, lib/sample
-- Parameters:
--   $rec   integer  the recording
--   $pids  text     the programs that it is about, which come first: numbers joined by commas; empty for all alike
-- Columns:
--   what     key text     cpu or wait
--   kind     key text     of the wait; null for CPU time, and where no method tells
--   method   key text     the innermost own method on the stack; null where there is none
--   time_ns  key ns       on a processor, from samples; or waiting, added over threads
--   percent  percent      share of the CPU time of all processes; null for waits
--   count    count        samples, or waits
--   max_ns   ns           the longest wait; null for CPU time
--   process  common text
--   pid      common integer
WITH consumer AS (
    SELECT
        'cpu' AS what,
        h.process_id AS process_id,
        NULL AS kind,
        COALESCE(o.method_id, 0) AS method_id,
        CAST(SUM(c.weight_ns) AS BIGINT) AS time_ns,
        COUNT(*) AS occurrences,
        CAST(NULL AS BIGINT) AS max_ns
    FROM sample c
    JOIN thread h ON h.rec = $rec AND h.thread_id = c.thread_id
    LEFT JOIN own_frame o ON o.stack_id = c.stack_id
    GROUP BY h.process_id, COALESCE(o.method_id, 0)
    UNION ALL
    SELECT
        'wait' AS what,
        w.process_id AS process_id,
        w.kind AS kind,
        COALESCE(w.method_id, 0) AS method_id,
        CAST(SUM(w.wait_ns) AS BIGINT) AS time_ns,
        CAST(SUM(CASE WHEN w.begins THEN 1 ELSE 0 END) AS BIGINT) AS occurrences,
        MAX(w.wait_ns) AS max_ns
    FROM wait w
    WHERE w.state = 'wait'
    GROUP BY w.process_id, w.kind, COALESCE(w.method_id, 0)
)
SELECT
    r.what AS what,
    r.kind AS kind,
    m.name AS method,
    r.time_ns AS time_ns,
    r.percent AS percent,
    r.occurrences AS count,
    r.max_ns AS max_ns,
    r.process AS process,
    r.pid AS pid
FROM (
    SELECT
        c.what AS what,
        c.kind AS kind,
        p.name AS process,
        p.pid AS pid,
        c.method_id AS method_id,
        c.time_ns AS time_ns,
        c.occurrences AS occurrences,
        c.max_ns AS max_ns,
        CASE WHEN c.what = 'cpu' THEN CAST(100 AS DOUBLE) * c.time_ns / NULLIF(SUM(c.time_ns) OVER (PARTITION BY c.what), 0) ELSE NULL END AS percent,
        -- Waits without an own method are mostly for work: they come after those with one.
        ROW_NUMBER() OVER (
            PARTITION BY c.what
            ORDER BY
                CONCAT(',', $pids, ',') LIKE CONCAT('%,', CAST(p.pid AS VARCHAR), ',%') DESC,
                c.what = 'wait' AND c.method_id = 0,
                c.time_ns DESC,
                c.process_id,
                c.method_id,
                c.kind
        ) AS place
    FROM consumer c
    JOIN process p ON p.rec = $rec AND p.process_id = c.process_id
    -- What threads without a process waited for, added up, tells nothing.
    WHERE c.time_ns > 0 AND (c.what = 'cpu' OR p.pid > 0)
) r
LEFT JOIN method m ON m.rec = $rec AND m.method_id = r.method_id
WHERE r.place <= 4
ORDER BY what, r.place
