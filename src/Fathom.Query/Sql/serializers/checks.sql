-- What came of the checks of serializers: features, versions of a type, hostile input, input in pieces.
-- Parameters:
--   $rec   integer  which recording
--   $lane  text     feature, version, hostile or streaming
--   $all   boolean  whether what is ok is listed too
-- Columns:
--   serializer          text
--   name                text          what was tried
--   types               hidden text   annotated or plain, of features
--   outcome             text          the result
--   detail              text          the first difference or the exception
--   input_bytes         hidden bytes  what was written or read
--   peak_bytes          hidden bytes  most bytes of the managed heap that were in use or allocated for it
--   peak_per_input      hidden real   peak_bytes for each byte of input
--   loh_bytes           hidden bytes  most bytes of large objects above those of the result
--   resident_bytes      hidden bytes  most resident memory that the process gained for one input
--   resident_per_input  hidden real   bytes of that for each byte of that input
--   duration_ns         hidden ns
SELECT s.name AS serializer, c.name AS name,
       CASE c.lane WHEN 'feature' THEN 'annotated' WHEN 'feature plain' THEN 'plain' ELSE NULL END AS types, c.outcome AS outcome, c.detail AS detail, c.input_bytes AS input_bytes, c.peak_bytes AS peak_bytes,
       CASE WHEN c.input_bytes > 0 THEN CAST(c.peak_bytes AS DOUBLE) / c.input_bytes ELSE NULL END AS peak_per_input, c.loh_bytes AS loh_bytes,
       c.resident_bytes AS resident_bytes,
       CASE WHEN c.resident_input_bytes > 0 THEN CAST(c.resident_bytes AS DOUBLE) / c.resident_input_bytes ELSE NULL END AS resident_per_input,
       c.duration_ns AS duration_ns
FROM serializer_check c
JOIN serializer s ON s.rec = $rec AND s.serializer_id = c.serializer_id
WHERE c.rec = $rec AND (c.lane = $lane OR c.lane = $lane || ' plain') AND ($all OR c.outcome <> 'ok')
ORDER BY s.serializer_id, c.name, c.lane
