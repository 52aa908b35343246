-- How long each of the recordings is that hold a trace.
-- Columns:
--   rec          key integer  the recording
--   duration_ns  ns           from the first to the last time stamp of the longest of its traces
SELECT t.rec AS rec, MAX(t.duration_ns) AS duration_ns
FROM trace t
GROUP BY t.rec
ORDER BY t.rec
