-- The texts that moments were marked with, in the order of their first one.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   text      text
--   first_ns  ns
SELECT m.text AS text, MIN(m.ts_ns) AS first_ns
FROM marker m
WHERE m.rec = $rec
GROUP BY m.text
ORDER BY first_ns, text
