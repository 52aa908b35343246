-- Processes whose threads stand still for garbage collections for a tenth of the time or more, with the reason and what is allocated most.
-- Uses: lib/recorded, lib/own-frame, lib/pause-part, lib/gc-part, lib/life-part, lib/allocation, lib/scope
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process         text
--   pid             integer
--   pause_percent   percent  of the time that the process was there
--   pause_ns        ns
--   pause_max_ns    ns       the longest
--   count           count    collections that began
--   reason          text     of most of the pauses
--   reason_percent  percent  of the pauses whose collection is known
--   type            text     allocated most; null where that was not sampled
--   type_percent    percent  of what was allocated
--   method          text     innermost own method that allocates most of it; null for none
-- Rule: warning
--   order  30
--   needs  gc
--   says   all its threads stood still for {pause_percent} of the time: {count} collections, {pause_ns}, at most {pause_max_ns}
--   says   [; {reason_percent} of it for {reason}][; most allocated: {type} ({type_percent})][, by {method}]
--   next   gc
--   see    docs/findings.md#gc-share
WITH span AS (
    SELECT h.process_id AS process_id, MAX(l.last_ns) - MIN(l.first_ns) AS span_ns
    FROM life_part l
    JOIN thread h ON h.rec = $rec AND h.thread_id = l.thread_id
    GROUP BY h.process_id
),
paused AS (
    SELECT a.process_id AS process_id, SUM(a.duration_ns) AS pause_ns, MAX(a.duration_ns) AS max_ns
    FROM pause_part a
    WHERE a.reason LIKE 'gc%'
    GROUP BY a.process_id
),
reasoned AS (
    SELECT
        g.process_id AS process_id, g.reason AS reason, SUM(COALESCE(g.pause_ns, 0)) AS pause_ns,
        SUM(SUM(COALESCE(g.pause_ns, 0))) OVER (PARTITION BY g.process_id) AS all_ns,
        SUM(SUM(CASE WHEN g.begins THEN 1 ELSE 0 END)) OVER (PARTITION BY g.process_id) AS collections,
        ROW_NUMBER() OVER (PARTITION BY g.process_id ORDER BY SUM(COALESCE(g.pause_ns, 0)) DESC, g.reason) AS place
    FROM gc_part g
    GROUP BY g.process_id, g.reason
),
allocated AS (
    SELECT
        a.process_id AS process_id, a.type AS type, o.method_id AS method_id, SUM(a.estimated_bytes) AS bytes,
        SUM(SUM(a.estimated_bytes)) OVER (PARTITION BY a.process_id, a.type) AS type_bytes, SUM(SUM(a.estimated_bytes)) OVER (PARTITION BY a.process_id) AS all_bytes
    FROM allocation a
    LEFT JOIN own_frame o ON o.stack_id = a.stack_id
    GROUP BY a.process_id, a.type, o.method_id
),
most AS (
    SELECT
        l.process_id AS process_id, l.type AS type, l.method_id AS method_id, CAST(100 AS DOUBLE) * l.type_bytes / NULLIF(l.all_bytes, 0) AS type_percent,
        ROW_NUMBER() OVER (
            PARTITION BY l.process_id
            ORDER BY l.type_bytes DESC, l.type, CASE WHEN l.method_id IS NULL THEN 1 ELSE 0 END, l.bytes DESC, l.method_id) AS place
    FROM allocated l
)
SELECT
    p.name AS process,
    p.pid AS pid,
    CAST(100 AS DOUBLE) * u.pause_ns / COALESCE(s.span_ns, d.duration_ns) AS pause_percent,
    CAST(u.pause_ns AS BIGINT) AS pause_ns,
    CAST(u.max_ns AS BIGINT) AS pause_max_ns,
    CAST(r.collections AS BIGINT) AS count,
    r.reason AS reason,
    CAST(100 AS DOUBLE) * r.pause_ns / NULLIF(r.all_ns, 0) AS reason_percent,
    a.type AS type,
    a.type_percent AS type_percent,
    m.name AS method
FROM paused u
CROSS JOIN scope d
JOIN recorded q ON q.process_id = u.process_id
JOIN process p ON p.rec = $rec AND p.process_id = u.process_id
LEFT JOIN span s ON s.process_id = u.process_id
LEFT JOIN reasoned r ON r.process_id = u.process_id AND r.place = 1
LEFT JOIN most a ON a.process_id = u.process_id AND a.place = 1
LEFT JOIN method m ON m.rec = $rec AND m.method_id = a.method_id
WHERE q.is_recorded AND u.pause_ns >= 100000000 AND 10 * u.pause_ns >= COALESCE(s.span_ns, d.duration_ns)
ORDER BY pause_percent DESC, process, pid
