-- The methods that were compiled while it was recorded: how often, and how long that took.
-- Uses: lib/compiled
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process     common text
--   pid         common integer
--   method      key text         null where the trace does not say
--   jit_ns      key ns           time of threads, without that of methods which had to be compiled for another one; null where the trace does not tell it
--   percent     key percent      share of jit_ns in that of the process
--   count       key count        times that it was compiled: for each tier, and each type argument with code of its own
--   code_bytes  bytes            of all its code
--   tier        text             the last; null where none is known
--   il_bytes    detail bytes     of its IL, the largest; null where the trace does not say
--   module      detail text
--   start_ns    hidden ns        when it was first compiled
-- Compared: process, method, module by jit_ns
-- Adds: jit_ns, count, code_bytes
-- Keeps: percent, il_bytes
SELECT
    p.name AS process,
    p.pid AS pid,
    c.name AS method,
    CAST(SUM(c.jit_ns) AS BIGINT) AS jit_ns,
    CAST(100 AS DOUBLE) * SUM(c.jit_ns) / NULLIF(MAX(b.all_ns), 0) AS percent,
    COUNT(*) AS count,
    CAST(SUM(c.code_bytes) AS BIGINT) AS code_bytes,
    ARG_MAX(c.tier, CASE WHEN c.tier IS NULL THEN NULL ELSE c.start_ns END) AS tier,
    MAX(c.il_bytes) AS il_bytes,
    c.module AS module,
    MIN(c.start_ns) - $scope_zero_ns AS start_ns
FROM compiled c
JOIN process p ON p.rec = $rec AND p.process_id = c.process_id
JOIN (SELECT a.process_id AS process_id, SUM(a.jit_ns) AS all_ns FROM compiled a GROUP BY a.process_id) b ON b.process_id = c.process_id
GROUP BY c.process_id, p.name, p.pid, c.name, c.module
ORDER BY jit_ns DESC, code_bytes DESC, process, pid, method, module
