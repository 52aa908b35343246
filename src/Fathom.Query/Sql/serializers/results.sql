-- What became of each case with each serializer. A serializer that failed in a later process failed.
-- Parameters:
--   $rec  integer  which recording
-- Columns:
--   serializer_id  integer  inside of the recording
--   case_id        integer  inside of the recording
--   serializer     text
--   role           text
--   runtime        text
--   build          text     jit, r2r or aot
--   case_name      text
--   n              count    objects in the case
--   payload_bytes  bytes    of one object
--   outcome        text
--   detail         text     why it is not ok
--   size_bytes     bytes    of the output
--   gzip_bytes     bytes    of the output
--   brotli_bytes   bytes    of the output
--   leaves_ns      real ns  what reading every leaf of the data takes, a part of every deserialization
WITH worst AS (
    SELECT r.serializer_id, r.case_id, MAX(CASE WHEN r.outcome = 'ok' THEN NULL ELSE r.outcome END) AS outcome,
           MAX(CASE WHEN r.outcome = 'ok' THEN NULL ELSE r.detail END) AS detail,
           MAX(r.size_bytes) AS size_bytes, MAX(r.gzip_bytes) AS gzip_bytes, MAX(r.brotli_bytes) AS brotli_bytes, MAX(r.leaves_ns) AS leaves_ns
    FROM serializer_result r
    WHERE r.rec = $rec
    GROUP BY r.serializer_id, r.case_id
)
SELECT w.serializer_id AS serializer_id, w.case_id AS case_id, s.name AS serializer, s.role AS role, s.runtime AS runtime, s.build AS build,
       c.name AS case_name, c.n AS n, c.payload_bytes AS payload_bytes, COALESCE(w.outcome, 'ok') AS outcome, w.detail AS detail,
       w.size_bytes AS size_bytes, w.gzip_bytes AS gzip_bytes, w.brotli_bytes AS brotli_bytes, w.leaves_ns AS leaves_ns
FROM worst w
JOIN serializer s ON s.rec = $rec AND s.serializer_id = w.serializer_id
JOIN serializer_case c ON c.rec = $rec AND c.case_id = w.case_id
ORDER BY w.case_id, w.serializer_id
