-- Which programs had the processors within the window, beside those that the recording is about: time of all threads of a name.
-- Uses: lib/recorded, lib/life-part
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process     key text
--   running_ns  key ns   on a processor, by switches
--   percent     percent  of that of all programs
SELECT o.process AS process, o.running_ns AS running_ns, CAST(100 AS DOUBLE) * o.running_ns / NULLIF(o.whole_ns, 0) AS percent
FROM (
    SELECT
        p.name AS process,
        CAST(SUM(CASE WHEN r.is_recorded THEN 0 ELSE l.running_ns END) AS BIGINT) AS running_ns,
        SUM(SUM(l.running_ns)) OVER () AS whole_ns
    FROM life_part l
    JOIN thread h ON h.rec = $rec AND h.thread_id = l.thread_id
    JOIN process p ON p.rec = $rec AND p.process_id = h.process_id
    JOIN recorded r ON r.process_id = h.process_id
    GROUP BY p.name
) o
WHERE o.running_ns > 0
ORDER BY running_ns DESC, process
