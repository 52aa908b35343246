-- What each serializer writes for a case.
-- Parameters:
--   $rec  integer  which recording
-- Columns:
--   serializer     text
--   runtime        text
--   build          text     jit, r2r or aot
--   case_name      text
--   n              count    objects in the case
--   payload_bytes  bytes    of one object
--   size_bytes     bytes    of the output
--   is_hex         integer  1 when the text shows bytes
--   text           text     the output or its beginning
SELECT s.name AS serializer, s.runtime AS runtime, s.build AS build, c.name AS case_name, c.n AS n, c.payload_bytes AS payload_bytes, o.size_bytes AS size_bytes,
       o.is_hex AS is_hex, o.text AS text
FROM serializer_output o
JOIN serializer s ON s.rec = $rec AND s.serializer_id = o.serializer_id
JOIN serializer_case c ON c.rec = $rec AND c.case_id = o.case_id
WHERE o.rec = $rec
ORDER BY o.case_id, o.serializer_id
