-- Which checks an interrupted measurement has made.
-- Parameters:
--   $rec  integer  which recording
-- Columns:
--   serializer_id  integer  inside of the recording
--   lane           text     feature, feature plain, version, hostile or streaming
--   checks         count    how many
SELECT k.serializer_id AS serializer_id, k.lane AS lane, COUNT(*) AS checks
FROM serializer_check k
WHERE k.rec = $rec
GROUP BY k.serializer_id, k.lane
ORDER BY k.serializer_id, k.lane
