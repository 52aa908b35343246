-- All methods with whose code they are, in no order.
-- Uses: lib/own-method
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   method_id  integer
--   method     text     its name
--   module     text
--   origin     text     own, library, framework, native, kernel; null where that is not known
SELECT m.method_id AS method_id, m.name AS method, m.module AS module, CASE WHEN o.method_id IS NOT NULL THEN 'own' ELSE m.origin END AS origin
FROM method m
LEFT JOIN own_method o ON o.method_id = m.method_id
WHERE m.rec = $rec
