-- What a recording is about: the process of its newest look, or its only process. One row.
-- Parameters:
--   $rec  integer  which recording
-- Columns:
--   ts_ns              ns       when it was looked at, since the start of the recording; null where it was not looked at
--   pid                integer  of the process; null, as the rest of it, where there are several or none
--   name               text     of the process
--   command_line       text     of the process
--   runtime_version    text     of the process
--   source             text     live, core or gcdump; of memory, what was done to see it
--   pause_ns           ns       how long it was stopped, measured
--   difference_bytes   bytes    of the managed heap: bytes that must hold objects and were not walked
WITH look AS (
    SELECT ts_ns, process_id, source, pause_ns FROM heap_snapshot WHERE rec = $rec
    UNION ALL
    SELECT ts_ns, process_id, source, pause_ns FROM stack_snapshot WHERE rec = $rec
    UNION ALL
    SELECT ts_ns, process_id, source, pause_ns FROM runtime_snapshot WHERE rec = $rec
    UNION ALL
    SELECT ts_ns, process_id, intrusion AS source, pause_ns FROM memory_snapshot WHERE rec = $rec
    UNION ALL
    SELECT ts_ns, NULL AS process_id, NULL AS source, NULL AS pause_ns FROM machine_snapshot WHERE rec = $rec
),
newest AS (
    SELECT MAX(ts_ns) AS ts_ns, MAX(process_id) AS process_id, MAX(source) AS source, MAX(pause_ns) AS pause_ns
    FROM look
    WHERE ts_ns = (SELECT MAX(l.ts_ns) FROM look l)
),
known AS (
    SELECT
        n.ts_ns,
        n.source,
        n.pause_ns,
        COALESCE(n.process_id, (SELECT CASE WHEN COUNT(*) = 1 THEN MAX(o.process_id) END FROM process o WHERE o.rec = $rec)) AS process_id,
        (
            SELECT MAX(h.allocated_bytes - h.allocation_context_bytes - h.walked_bytes)
            FROM heap_snapshot h
            WHERE h.rec = $rec AND h.snapshot_id = (SELECT MAX(m.snapshot_id) FROM heap_snapshot m WHERE m.rec = $rec)
        ) AS difference_bytes
    FROM newest n
)
SELECT k.ts_ns, p.pid, p.name, p.command_line, p.runtime_version, k.source, k.pause_ns, k.difference_bytes
FROM known k
LEFT JOIN process p ON p.rec = $rec AND p.process_id = k.process_id
