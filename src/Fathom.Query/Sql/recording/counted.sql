-- How often an event happened while it was recorded, by the kernel's own counter.
-- Parameters:
--   $rec    integer  which recording
--   $event  text     its name
-- Columns:
--   counted  count  null where it was not recorded, or is not counted
SELECT SUM(e.counted) AS counted
FROM recorder_event e
WHERE e.rec = $rec AND e.event = $event
