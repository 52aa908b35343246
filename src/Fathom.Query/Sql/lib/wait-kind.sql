-- What a wait in a framework method is called.
-- Uses: lib/wait-rule
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   method_id  key integer
--   kind       text
SELECT m.method_id AS method_id, ARG_MIN(r.kind, r.place) AS kind
FROM method m
JOIN wait_rule r ON m.name LIKE r.pattern
WHERE m.rec = $rec
GROUP BY m.method_id
