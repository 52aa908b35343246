-- The methods that are on stacks.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   method_id  integer
--   method     text     its name
SELECT m.method_id AS method_id, m.name AS method
FROM method m
JOIN (SELECT DISTINCT x.method_id AS method_id FROM stack_method x WHERE x.rec = $rec) s ON s.method_id = m.method_id
WHERE m.rec = $rec
ORDER BY m.name, m.method_id
