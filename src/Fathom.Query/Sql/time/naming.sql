-- How many frames have names, by kind, over all frames of all samples.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   kind         text   kernel, native, managed, managed (not told) for compiled code of processes whose runtime was not recorded and that wrote no map, or unknown where no mapping covers it
--   frame_count  count  frames
--   named_count  count  those with a name
SELECT n.kind, CAST(SUM(n.frame_count) AS BIGINT) AS frame_count, CAST(SUM(n.named_count) AS BIGINT) AS named_count
FROM trace_naming n
WHERE n.rec = $rec
GROUP BY n.kind
ORDER BY frame_count DESC, n.kind
