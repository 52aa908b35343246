-- What each serializer wrote for each case, and whether it came back whole.
-- Parameters:
--   $rec  integer  which recording
-- Columns:
--   case_name      text
--   n              count    objects in the case
--   payload_bytes  bytes    of one object
--   serializer     text
--   format         text
--   runtime        text
--   build          text     jit, r2r or aot
--   size_bytes     bytes    of the whole output
--   is_hex         integer  1 when output shows bytes in hexadecimal digits
--   output         text     its beginning, null where there is none
--   outcome        text
--   detail         text     why it is not ok
SELECT c.name AS case_name, c.n AS n, c.payload_bytes AS payload_bytes, s.name AS serializer, s.format AS format, s.runtime AS runtime, s.build AS build,
       COALESCE(MAX(o.size_bytes), MAX(r.size_bytes)) AS size_bytes, MAX(o.is_hex) AS is_hex, MAX(o.text) AS output,
       COALESCE(MAX(CASE WHEN r.outcome = 'ok' THEN NULL ELSE r.outcome END), 'ok') AS outcome, MAX(CASE WHEN r.outcome = 'ok' THEN NULL ELSE r.detail END) AS detail
FROM serializer_result r
JOIN serializer s ON s.rec = $rec AND s.serializer_id = r.serializer_id
JOIN serializer_case c ON c.rec = $rec AND c.case_id = r.case_id
LEFT JOIN serializer_output o ON o.rec = $rec AND o.serializer_id = r.serializer_id AND o.case_id = r.case_id
WHERE r.rec = $rec AND s.role = 'serializer'
GROUP BY r.case_id, c.name, c.n, c.payload_bytes, r.serializer_id, s.name, s.format, s.runtime, s.build
ORDER BY r.case_id, COALESCE(MAX(o.size_bytes), MAX(r.size_bytes), 9223372036854775807), s.name, r.serializer_id
