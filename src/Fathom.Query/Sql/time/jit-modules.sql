-- The assemblies whose methods were compiled while it was recorded.
-- Uses: lib/compiled
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process       common text
--   pid           common integer
--   module        key text         null where the trace does not say
--   jit_ns        key ns           time of threads, without that of methods which had to be compiled for another one; null where the trace does not tell it
--   percent       key percent      share of jit_ns in that of the process
--   count         key count        methods that were compiled, once for each time
--   code_bytes    bytes            of their code
-- Compared: process, module by jit_ns
-- Adds: jit_ns, count, code_bytes
-- Keeps: percent
SELECT
    p.name AS process,
    p.pid AS pid,
    c.module AS module,
    CAST(SUM(c.jit_ns) AS BIGINT) AS jit_ns,
    CAST(100 AS DOUBLE) * SUM(c.jit_ns) / NULLIF(MAX(b.all_ns), 0) AS percent,
    COUNT(*) AS count,
    CAST(SUM(c.code_bytes) AS BIGINT) AS code_bytes
FROM compiled c
JOIN process p ON p.rec = $rec AND p.process_id = c.process_id
JOIN (SELECT a.process_id AS process_id, SUM(a.jit_ns) AS all_ns FROM compiled a GROUP BY a.process_id) b ON b.process_id = c.process_id
GROUP BY c.process_id, p.name, p.pid, c.module
ORDER BY jit_ns DESC, code_bytes DESC, process, pid, module
