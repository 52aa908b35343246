-- How many frames of one trace of a recording have names, by kind, over all frames of all its samples.
-- Parameters:
--   $rec    integer  the recording
--   $trace  integer  number of the trace in it
-- Columns:
--   kind         text   kernel, native, managed, managed (not told) for compiled code of processes whose runtime was not recorded and that wrote no map, or unknown where no mapping covers it
--   frame_count  count  frames
--   named_count  count  those with a name
SELECT n.kind, n.frame_count, n.named_count
FROM trace_naming n
WHERE n.rec = $rec AND n.trace_id = $trace
ORDER BY n.frame_count DESC, n.kind
