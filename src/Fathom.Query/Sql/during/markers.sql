-- Moments that were marked with one of two texts, in their order.
-- Parameters:
--   $rec          integer  the recording
--   $pattern      text     the text of a begin in capital letters, as LIKE takes it
--   $end_pattern  text     the text of an end
-- Columns:
--   ts_ns   ns
--   begins  integer  1 for a begin
--   ends    integer  1 for an end
SELECT
    m.ts_ns AS ts_ns,
    CASE WHEN UPPER(m.text) LIKE $pattern ESCAPE '\' THEN 1 ELSE 0 END AS begins,
    CASE WHEN UPPER(m.text) LIKE $end_pattern ESCAPE '\' THEN 1 ELSE 0 END AS ends
FROM marker m
WHERE m.rec = $rec AND (UPPER(m.text) LIKE $pattern ESCAPE '\' OR UPPER(m.text) LIKE $end_pattern ESCAPE '\')
ORDER BY ts_ns, begins, ends
