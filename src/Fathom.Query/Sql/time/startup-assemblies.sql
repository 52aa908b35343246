-- The assemblies that were loaded by programs which were recorded from their begin on, and what of them was compiled and ran.
-- Uses: lib/compiled, lib/start
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process         common text
--   pid             common integer
--   assembly        key text
--   at_ns           key ns        when it was loaded, since the begin of the process, or where that is not known, since the runtime loaded its core library
--   load_ns         key ns        it was looked for and loaded, with what had to be loaded for it; null where that was not recorded
--   jit_ns          key ns        its methods were compiled, in all of the recording
--   compiled_count  count         methods, once for each time
--   cpu_ns          ns            CPU time in its methods, from samples; null where there are none
--   is_used         boolean       true where a method of it was compiled, sampled, or prepared for a call; false where none has code; null where nothing tells
--   version         detail text
--   path            detail text   null where it has no file
WITH loads AS (
    SELECT
        a.process_id AS process_id,
        CASE WHEN POSITION(',' IN a.name) > 0 THEN SUBSTRING(a.name, 1, POSITION(',' IN a.name) - 1) ELSE a.name END AS assembly,
        MIN(a.start_ns) AS start_ns,
        MIN(a.name) AS name,
        MIN(a.result_path) AS path
    FROM assembly_load a
    JOIN start s ON s.process_id = a.process_id
    WHERE a.rec = $rec AND a.kind = 'load' AND a.name IS NOT NULL
    GROUP BY a.process_id, CASE WHEN POSITION(',' IN a.name) > 0 THEN SUBSTRING(a.name, 1, POSITION(',' IN a.name) - 1) ELSE a.name END
)
SELECT
    p.name AS process,
    p.pid AS pid,
    l.assembly AS assembly,
    l.start_ns - COALESCE(s.begin_ns, s.core_ns) AS at_ns,
    b.load_ns AS load_ns,
    COALESCE(j.jit_ns, 0) AS jit_ns,
    COALESCE(j.compiled_count, 0) AS compiled_count,
    CASE WHEN n.samples = 0 THEN NULL ELSE COALESCE(c.cpu_ns, 0) END AS cpu_ns,
    CASE
        WHEN j.compiled_count > 0 OR c.cpu_ns > 0 OR c.samples > 0 OR m.method_count > 0 THEN TRUE
        WHEN m.method_count = 0 THEN FALSE
        ELSE NULL
    END AS is_used,
    CASE WHEN POSITION('Version=' IN l.name) > 0 THEN SUBSTRING(
        l.name,
        POSITION('Version=' IN l.name) + 8,
        POSITION(',' IN SUBSTRING(l.name, POSITION('Version=' IN l.name) + 8) || ',') - 1) ELSE NULL END AS version,
    l.path AS path
FROM loads l
JOIN start s ON s.process_id = l.process_id
JOIN process p ON p.rec = $rec AND p.process_id = l.process_id
CROSS JOIN (SELECT COUNT(*) AS samples FROM cpu_sample x WHERE x.rec = $rec) n
LEFT JOIN (
    SELECT m.process_id AS process_id, m.module AS module, CAST(SUM(m.jit_ns) AS BIGINT) AS jit_ns, COUNT(*) AS compiled_count
    FROM compiled m
    GROUP BY m.process_id, m.module
) j ON j.process_id = l.process_id AND j.module = l.assembly || '.dll'
LEFT JOIN (
    SELECT h.process_id AS process_id, m.module AS module, CAST(SUM(c.weight_ns) AS BIGINT) AS cpu_ns, COUNT(*) AS samples
    FROM cpu_sample c
    JOIN thread h ON h.rec = c.rec AND h.thread_id = c.thread_id
    JOIN stack_frame k ON k.rec = c.rec AND k.stack_id = c.stack_id AND k.depth = 0
    JOIN frame f ON f.rec = k.rec AND f.frame_id = k.frame_id
    JOIN method m ON m.rec = f.rec AND m.method_id = f.method_id
    WHERE c.rec = $rec
    GROUP BY h.process_id, m.module
) c ON c.process_id = l.process_id AND c.module = l.assembly || '.dll'
LEFT JOIN (
    SELECT
        a.process_id AS process_id,
        CASE WHEN POSITION(',' IN a.result_name) > 0 THEN SUBSTRING(a.result_name, 1, POSITION(',' IN a.result_name) - 1) ELSE a.result_name END AS assembly,
        CAST(SUM(a.duration_ns) AS BIGINT) AS load_ns
    FROM assembly_load a
    WHERE a.rec = $rec AND a.kind = 'bind' AND a.success AND a.cached = FALSE
    GROUP BY
        a.process_id,
        CASE WHEN POSITION(',' IN a.result_name) > 0 THEN SUBSTRING(a.result_name, 1, POSITION(',' IN a.result_name) - 1) ELSE a.result_name END
) b ON b.process_id = l.process_id AND b.assembly = l.assembly
LEFT JOIN (
    SELECT x.process_id AS process_id, x.name AS name, MAX(x.method_count) AS method_count
    FROM loaded_file x
    WHERE x.rec = $rec AND x.kind = 'assembly'
    GROUP BY x.process_id, x.name
) m ON m.process_id = l.process_id AND m.name = l.assembly || '.dll'
ORDER BY COALESCE(s.begin_ns, s.core_ns), p.pid, l.start_ns, l.assembly
