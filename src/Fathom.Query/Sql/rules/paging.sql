-- Programs that wait for pages of memory which must be read from a disk first.
-- Uses: lib/recorded, lib/fault-part, lib/scope
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process      text
--   pid          integer
--   faults       count  that read from a disk
--   per_second   real
--   wait_ns      ns     of all threads, for these; null where the trace does not tell
--   path         text   the file that most of them read; (unknown) where it is not known, as of what was swapped out
--   path_faults  count  of them
-- Rule: warning
--   order  23
--   needs  page_fault
--   about  {process}[ ({pid})]
--   says   {faults} of its pages were read from a disk when they were needed ({per_second} a second)[, which took {wait_ns} in all]; most of {path} ({path_faults})
--   next   faults
--   see    docs/findings.md#paging
WITH of_path AS (
    SELECT f.process_id AS process_id, f.path AS path, SUM(f.hard_faults) AS faults, SUM(f.duration_ns) AS wait_ns
    FROM fault_part f
    WHERE f.kind = 'hard'
    GROUP BY f.process_id, f.path
),
ranked AS (
    SELECT
        o.process_id AS process_id, o.path AS path, o.faults AS path_faults, SUM(o.faults) OVER (PARTITION BY o.process_id) AS faults,
        SUM(o.wait_ns) OVER (PARTITION BY o.process_id) AS wait_ns,
        ROW_NUMBER() OVER (PARTITION BY o.process_id ORDER BY o.faults DESC, o.path) AS place
    FROM of_path o
)
SELECT
    p.name AS process,
    p.pid AS pid,
    CAST(k.faults AS BIGINT) AS faults,
    ROUND(CAST(1000000000 AS DOUBLE) * k.faults / d.duration_ns) AS per_second,
    CAST(k.wait_ns AS BIGINT) AS wait_ns,
    k.path AS path,
    CAST(k.path_faults AS BIGINT) AS path_faults
FROM ranked k
CROSS JOIN scope d
JOIN recorded r ON r.process_id = k.process_id
JOIN process p ON p.rec = $rec AND p.process_id = k.process_id
WHERE r.is_recorded AND k.place = 1 AND k.faults >= 100 AND (10 * k.wait_ns >= d.duration_ns OR CAST(1000000000 AS DOUBLE) * k.faults >= 200 * d.duration_ns)
ORDER BY faults DESC, process, pid
