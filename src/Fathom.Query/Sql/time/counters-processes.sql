-- Instructions, cycles, and misses of caches and branches of each process: estimates from samples.
-- Uses: lib/counting, lib/recorded
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process                 key text
--   pid                     key integer
--   instructions            key count    null where they were not counted, as the next ones
--   cycles                  key count
--   cycles_per_instruction  key real
--   cache_references        detail count
--   cache_misses            count
--   cache_miss_percent      percent      share of references
--   branches                detail count
--   branch_misses           count
--   branch_miss_percent     percent      share of branches
--   samples                 detail count
-- Compared: process by instructions
-- Adds: instructions, cycles, cache_references, cache_misses, branches, branch_misses, samples
-- Keeps: cycles_per_instruction, cache_miss_percent, branch_miss_percent
SELECT
    p.name AS process,
    p.pid AS pid,
    CAST(SUM(CASE WHEN c.counter = 'instructions' THEN c.count END) AS BIGINT) AS instructions,
    CAST(SUM(CASE WHEN c.counter = 'cycles' THEN c.count END) AS BIGINT) AS cycles,
    CAST(SUM(CASE WHEN c.counter = 'cycles' THEN c.count END) AS DOUBLE)
        / NULLIF(SUM(CASE WHEN c.counter = 'instructions' THEN c.count END), 0) AS cycles_per_instruction,
    CAST(SUM(CASE WHEN c.counter = 'cache-references' THEN c.count END) AS BIGINT) AS cache_references,
    CAST(SUM(CASE WHEN c.counter = 'cache-misses' THEN c.count END) AS BIGINT) AS cache_misses,
    CAST(100 AS DOUBLE) * SUM(CASE WHEN c.counter = 'cache-misses' THEN c.count END)
        / NULLIF(SUM(CASE WHEN c.counter = 'cache-references' THEN c.count END), 0) AS cache_miss_percent,
    CAST(SUM(CASE WHEN c.counter = 'branches' THEN c.count END) AS BIGINT) AS branches,
    CAST(SUM(CASE WHEN c.counter = 'branch-misses' THEN c.count END) AS BIGINT) AS branch_misses,
    CAST(100 AS DOUBLE) * SUM(CASE WHEN c.counter = 'branch-misses' THEN c.count END)
        / NULLIF(SUM(CASE WHEN c.counter = 'branches' THEN c.count END), 0) AS branch_miss_percent,
    COUNT(*) AS samples
FROM counting c
JOIN process p ON p.rec = $rec AND p.process_id = c.process_id
JOIN recorded r ON r.process_id = c.process_id
GROUP BY c.process_id, p.name, p.pid, r.is_recorded
ORDER BY CASE WHEN r.is_recorded THEN 0 ELSE 1 END, cycles DESC, instructions DESC, samples DESC, process, pid
