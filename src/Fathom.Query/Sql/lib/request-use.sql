-- What threads did for requests before the first await: there a request runs on the thread that began it, below Kestrel's loop over requests, until another one
-- begins or one ends on that thread. Added up by what it was.
-- Uses: lib/own-frame, lib/sample, lib/wait
-- Parameters:
--   $rec   integer  the recording
--   $side  text     server or client
-- Columns:
--   thread_id  key integer  that began the request
--   start_ns   key ns       when it began
--   kind       key text     run on a processor, or the kind of the wait; null where no method tells
--   method_id  key integer  the innermost own method; null for none
--   cpu_ns     ns           samples
--   wait_ns    ns
--   ready_ns   ns           ready and without a processor, after these waits
WITH serving AS (
    SELECT DISTINCT s.stack_id AS stack_id
    FROM stack_method s
    JOIN method m ON m.rec = s.rec AND m.method_id = s.method_id
    WHERE s.rec = $rec AND m.name LIKE '%HttpProtocol%ProcessRequests%'
),
moment AS (
    -- A request that begins is newer than all that ended until then, and its mark is odd.
    SELECT
        a.thread_id AS thread_id, a.start_ns AS ts_ns, 2 * a.start_ns + 1 AS mark, 0 AS turn,
        CAST(NULL AS VARCHAR) AS kind, CAST(NULL AS BIGINT) AS method_id, CAST(0 AS BIGINT) AS cpu_ns, CAST(0 AS BIGINT) AS wait_ns, CAST(0 AS BIGINT) AS ready_ns
    FROM request a
    WHERE a.rec = $rec AND a.side = $side AND a.request_id IS NOT NULL AND a.thread_id <> 0
    UNION ALL
    SELECT a.end_thread_id, a.start_ns + a.duration_ns, 2 * (a.start_ns + a.duration_ns), 0, NULL, NULL, 0, 0, 0
    FROM request a
    WHERE a.rec = $rec AND a.side = $side AND a.end_thread_id IS NOT NULL AND a.duration_ns IS NOT NULL
    UNION ALL
    SELECT c.thread_id, c.ts_ns, NULL, 1, 'run', o.method_id, c.weight_ns, 0, 0
    FROM sample c
    JOIN serving s ON s.stack_id = c.stack_id
    LEFT JOIN own_frame o ON o.stack_id = c.stack_id
    UNION ALL
    SELECT w.thread_id, w.start_ns, NULL, 1, w.kind, w.method_id, 0, w.wait_ns, w.ready_ns
    FROM wait w
    LEFT JOIN serving s ON s.stack_id = w.stack_id
    LEFT JOIN serving x ON x.stack_id = w.beside_stack_id
    WHERE s.stack_id IS NOT NULL OR x.stack_id IS NOT NULL
),
owned AS (
    SELECT
        m.thread_id AS thread_id,
        m.turn AS turn,
        m.kind AS kind,
        m.method_id AS method_id,
        m.cpu_ns AS cpu_ns,
        m.wait_ns AS wait_ns,
        m.ready_ns AS ready_ns,
        MAX(m.mark) OVER (PARTITION BY m.thread_id ORDER BY m.ts_ns, m.turn ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS mark
    FROM moment m
)
SELECT
    o.thread_id AS thread_id,
    CAST((o.mark - 1) / 2 AS BIGINT) AS start_ns,
    o.kind AS kind,
    o.method_id AS method_id,
    CAST(SUM(o.cpu_ns) AS BIGINT) AS cpu_ns,
    CAST(SUM(o.wait_ns) AS BIGINT) AS wait_ns,
    CAST(SUM(o.ready_ns) AS BIGINT) AS ready_ns
FROM owned o
WHERE o.turn = 1 AND MOD(o.mark, 2) = 1
GROUP BY o.thread_id, o.mark, o.kind, o.method_id
