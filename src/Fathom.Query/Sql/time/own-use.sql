-- What the recorder itself used of a processor, as it measured.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   cpu_ns  text  on a processor, from when all sources were on until they were off
--   run_ns  text  the time between
SELECT
    MAX(CASE WHEN f.fact = 'recorder_cpu_ns' THEN f.value ELSE NULL END) AS cpu_ns,
    MAX(CASE WHEN f.fact = 'recorder_run_ns' THEN f.value ELSE NULL END) AS run_ns
FROM machine_fact f
WHERE f.rec = $rec AND f.topic = 'tracing' AND f.moment = 'stop'
