-- Locks that several threads wait for at once, for long, with what the thread that has one does.
-- Uses: lib/recorded, lib/own-frame, lib/wait, lib/contended, lib/scope
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process       text
--   pid           integer
--   method        text       innermost own method that waits
--   at_once       real       threads that waited, on average while any did
--   wait_sum_ns   ns         over threads
--   wait_max_ns   ns
--   count         count      waits that began
--   wall_percent  percent    of the time in which any thread waited
--   owner_does    text       what the owner did for most of the time; null where nothing tells
--   owner_method  text
-- Rule: warning
--   order  10
--   needs  thread_wait
--   about  {method}
--   says   {at_once} threads at once waited for a lock, {wall_percent} of the time, {count} times ({wait_sum_ns} in all, at most {wait_max_ns})
--   says   [; its owner: {owner_does}][ in {owner_method}]
--   next   locks
--   see    docs/findings.md#lock-convoy
WITH ordered AS (
    SELECT
        w.process_id AS process_id, w.method_id AS method_id, w.part_ns AS part_ns, w.wait_ns AS wait_ns, w.begins AS begins,
        MAX(w.part_ns + w.wait_ns) OVER (PARTITION BY w.process_id, w.method_id ORDER BY w.part_ns ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS until_ns
    FROM wait w
    WHERE w.is_recorded AND w.state = 'wait' AND w.kind = 'lock' AND w.method_id IS NOT NULL
),
summed AS (
    SELECT
        o.process_id AS process_id, o.method_id AS method_id, SUM(o.wait_ns) AS sum_ns, MAX(o.wait_ns) AS max_ns,
        SUM(CASE WHEN o.begins THEN 1 ELSE 0 END) AS waits,
        SUM(CASE
            WHEN o.until_ns IS NULL OR o.until_ns <= o.part_ns THEN o.wait_ns
            WHEN o.until_ns < o.part_ns + o.wait_ns THEN o.part_ns + o.wait_ns - o.until_ns
            ELSE 0
        END) AS wall_ns
    FROM ordered o
    GROUP BY o.process_id, o.method_id
),
owner AS (
    SELECT c.process_id AS process_id, c.method_id AS method_id, c.owner_does AS owner_does, c.owner_method_id AS owner_method_id, SUM(c.wait_ns) AS sum_ns
    FROM contended c
    WHERE c.owner_does IS NOT NULL
    GROUP BY c.process_id, c.method_id, c.owner_does, c.owner_method_id
),
most AS (
    SELECT
        o.process_id AS process_id, o.method_id AS method_id, o.owner_does AS owner_does, o.owner_method_id AS owner_method_id,
        ROW_NUMBER() OVER (PARTITION BY o.process_id, o.method_id ORDER BY o.sum_ns DESC, o.owner_does, o.owner_method_id) AS place
    FROM owner o
)
SELECT
    p.name AS process,
    p.pid AS pid,
    m.name AS method,
    ROUND(CAST(s.sum_ns AS DOUBLE) / s.wall_ns, 1) AS at_once,
    CAST(s.sum_ns AS BIGINT) AS wait_sum_ns,
    CAST(s.max_ns AS BIGINT) AS wait_max_ns,
    CAST(s.waits AS BIGINT) AS count,
    CAST(100 AS DOUBLE) * s.wall_ns / d.duration_ns AS wall_percent,
    o.owner_does AS owner_does,
    n.name AS owner_method
FROM summed s
CROSS JOIN scope d
JOIN process p ON p.rec = $rec AND p.process_id = s.process_id
JOIN method m ON m.rec = $rec AND m.method_id = s.method_id
LEFT JOIN most o ON o.process_id = s.process_id AND o.method_id = s.method_id AND o.place = 1
LEFT JOIN method n ON n.rec = $rec AND n.method_id = o.owner_method_id
WHERE s.wall_ns > 0 AND 10 * s.wall_ns >= d.duration_ns AND s.sum_ns >= 2 * s.wall_ns AND s.waits >= 10
ORDER BY wait_sum_ns DESC, process, pid, method
