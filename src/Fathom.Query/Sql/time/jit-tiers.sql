-- How much was compiled while it was recorded, by tier.
-- Uses: lib/compiled
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process     text
--   pid         integer
--   tier        text     null for methods that never got code
--   jit_ns      ns       time of threads, without that of methods which had to be compiled for another one; null where the trace does not tell it
--   count       count    methods, once for each time
--   code_bytes  bytes
SELECT
    p.name AS process,
    p.pid AS pid,
    c.tier AS tier,
    CAST(SUM(c.jit_ns) AS BIGINT) AS jit_ns,
    COUNT(*) AS count,
    CAST(SUM(c.code_bytes) AS BIGINT) AS code_bytes
FROM compiled c
JOIN process p ON p.rec = $rec AND p.process_id = c.process_id
GROUP BY c.process_id, p.name, p.pid, c.tier
ORDER BY process, pid, jit_ns DESC, count DESC, tier
