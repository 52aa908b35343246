-- The data that was serialized, as the page describes it.
-- Parameters:
--   $rec  integer  which recording
-- Columns:
--   case_id        integer  inside of the recording
--   case_name      text
--   n              count    objects
--   payload_bytes  bytes    per object
--   description    text
--   dials          text     how the data was drawn
--   sha256         text     of the canonical content
SELECT c.case_id AS case_id, c.name AS case_name, c.n AS n, c.payload_bytes AS payload_bytes, c.description AS description, c.dials AS dials, c.sha256 AS sha256
FROM serializer_case c
WHERE c.rec = $rec
ORDER BY c.case_id
