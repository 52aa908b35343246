-- What a recording should hold and does not.
-- Parameters:
--   $rec  integer  which recording
-- Columns:
--   source  text
--   scope   text
--   reason  text
--   count   count  0 where it could not be counted
--   bytes   bytes  0 where it could not be counted
SELECT source, scope, reason, SUM(count) AS count, SUM(bytes) AS bytes
FROM loss
WHERE rec = $rec
GROUP BY source, scope, reason
ORDER BY bytes DESC, count DESC, source, scope, reason
