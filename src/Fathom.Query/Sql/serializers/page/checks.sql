-- What each serializer can and cannot do, as the matrix of the page shows it: of features those of types with attributes.
-- Parameters:
--   $rec  integer  which recording
-- Columns:
--   serializer   text
--   runtime      text
--   build        text   jit, r2r or aot
--   lane         text   feature, version, hostile or streaming
--   name         text   what was tried
--   outcome      text
--   detail       text   the first difference or the exception
--   input_bytes  bytes
--   peak_bytes   bytes  most bytes that were in use for it
SELECT s.name AS serializer, s.runtime AS runtime, s.build AS build, k.lane AS lane, k.name AS name, k.outcome AS outcome, k.detail AS detail,
       k.input_bytes AS input_bytes, k.peak_bytes AS peak_bytes
FROM serializer_check k
JOIN serializer s ON s.rec = $rec AND s.serializer_id = k.serializer_id
WHERE k.rec = $rec AND k.lane <> 'feature plain'
ORDER BY k.lane, k.name, k.serializer_id
