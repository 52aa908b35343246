-- What the machine of a recording was like beside the program, when it began and when it ended.
-- Parameters:
--   $rec  integer  which recording
-- Columns:
--   topic          text     what it is about
--   item           text     which one, null for all of the machine
--   fact           text
--   kind           text     setting, counter or figure
--   start_value    text     null where it was not there or not read
--   between_value  text     the highest of those that it changed to while it was recorded, null for none
--   stop_value     text
--   not_read       text     why it could not be read
--   has_stop       boolean  whether anything was read at the end
SELECT
    f.topic,
    f.item,
    f.fact,
    MAX(f.kind) AS kind,
    MAX(CASE WHEN f.moment = 'start' THEN f.value END) AS start_value,
    MAX(CASE WHEN f.moment = 'change' THEN COALESCE(f.value, 'absent') END) AS between_value,
    MAX(CASE WHEN f.moment = 'stop' THEN f.value END) AS stop_value,
    MAX(CASE WHEN f.moment <> 'change' THEN f.not_read END) AS not_read,
    MAX(s.stops) > 0 AS has_stop
FROM machine_fact f
JOIN (SELECT rec, SUM(CASE WHEN moment = 'stop' THEN 1 ELSE 0 END) AS stops FROM machine_fact GROUP BY rec) s ON s.rec = f.rec
WHERE f.rec = $rec AND f.moment IS NOT NULL
GROUP BY f.topic, f.item, f.fact
ORDER BY f.topic, CASE WHEN f.item IS NULL THEN 0 ELSE 1 END, f.item, f.fact
