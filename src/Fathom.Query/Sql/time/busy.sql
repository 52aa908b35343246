-- How busy the machine was.
-- Uses: lib/life-part
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   processors  text  how many, as the recorder read it; null where none told
--   running_ns  ns    of all threads on a processor, added up; null where no switches tell
SELECT f.processors AS processors, w.running_ns AS running_ns
FROM (SELECT MIN(m.value) AS processors FROM machine_fact m WHERE m.rec = $rec AND m.topic = 'processor' AND m.fact = 'processors' AND m.moment = 'start') f
CROSS JOIN (
    SELECT CASE WHEN SUM(l.unknown_ns) = SUM(l.duration_ns) THEN NULL ELSE CAST(SUM(l.running_ns) AS BIGINT) END AS running_ns FROM life_part l
) w
