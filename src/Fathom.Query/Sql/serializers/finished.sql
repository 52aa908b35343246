-- What an interrupted measurement has finished.
-- Parameters:
--   $rec  integer  which recording
-- Columns:
--   serializer_id  integer  inside of the recording
--   case_id        integer  inside of the recording
--   failed         integer  1 when the case failed
--   ended          integer  1 when it failed by a hang or a crash
--   launches       count    processes that ended with their samples
WITH timed AS (
    SELECT s.serializer_id, s.case_id, COUNT(DISTINCT s.launch) AS launches
    FROM serializer_sample s
    WHERE s.rec = $rec
    GROUP BY s.serializer_id, s.case_id
)
SELECT r.serializer_id AS serializer_id, r.case_id AS case_id, MAX(CASE WHEN r.outcome = 'ok' THEN 0 ELSE 1 END) AS failed,
       MAX(CASE WHEN r.outcome IN ('hang', 'crash') THEN 1 ELSE 0 END) AS ended, COALESCE(MAX(t.launches), 0) AS launches
FROM serializer_result r
LEFT JOIN timed t ON t.serializer_id = r.serializer_id AND t.case_id = r.case_id
WHERE r.rec = $rec
GROUP BY r.serializer_id, r.case_id
ORDER BY r.case_id, r.serializer_id
