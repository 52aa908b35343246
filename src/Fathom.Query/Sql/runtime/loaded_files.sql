-- Assemblies and native libraries that processes had loaded, in all recordings: which build, when, and whether anything of them was seen to run.
-- Uses: lib/recorded-each
-- Parameters:
--   $all_processes  boolean  also those that the recording is not about
-- Columns:
--   recording         common text
--   process           common text
--   pid               common integer
--   module            key text
--   version           key text     of the shared framework in its path, else what the file says, else that of the assembly; null where nothing tells
--   kind              text         assembly or native
--   used              text         sampled or waited (it was on a stack), compiled (a method was), prepared (a method was, for a call), unused (none has code), or not seen; null where nothing would tell
--   loaded_ns         ns           since the begin of the recording; null where that was before, or nothing tells
--   size_bytes        bytes        of the file; null where the file of this build was not there to read
--   build_id          text         of a native library, or module version id (MVID) of an assembly; null where nothing tells
--   path              text         null where it has no file
--   compiled_count    detail count  methods, once for each time
--   method_count      detail count  methods with code at the end: compiled while it ran, or ahead of time and prepared for a call; null where nothing tells
--   assembly_version  detail text  by which others refer to it; null where nothing tells
--   version_from      detail text  path, file or name: what tells the version
--   pdb_id            detail text  id of its PDB; null where nothing tells
--   product_version   detail text  of the product that it belongs to; null where no trace of Windows tells it
--   product           detail text  name of that product
WITH seen AS (
    SELECT x.rec AS rec, x.process_id AS process_id, m.module AS module, MAX(x.is_sampled) AS is_sampled
    FROM (
        SELECT c.rec AS rec, c.process_id AS process_id, c.method_id AS method_id, 1 AS is_sampled FROM method_cpu c
        UNION ALL
        SELECT w.rec, w.process_id, w.method_id, 0 FROM method_wait w
    ) x
    JOIN method m ON m.rec = x.rec AND m.method_id = x.method_id
    GROUP BY x.rec, x.process_id, m.module
),
compiled_methods AS (
    SELECT c.rec AS rec, c.process_id AS process_id, c.module AS module, COUNT(*) AS compiled_count
    FROM method_compiled c
    GROUP BY c.rec, c.process_id, c.module
),
compiled AS (
    SELECT j.rec AS rec, SUM(j.compiled_count) AS compiled_count
    FROM compiled_methods j
    GROUP BY j.rec
),
code AS (
    SELECT
        i.rec AS rec,
        SUM(CASE WHEN i.kind = 'native' THEN 1 ELSE 0 END) AS native_code,
        SUM(CASE WHEN i.kind IN ('assembly', 'compiled') THEN 1 ELSE 0 END) AS managed_code
    FROM code_image i
    GROUP BY i.rec
)
SELECT
    r.name AS recording,
    p.name AS process,
    p.pid AS pid,
    f.name AS module,
    f.version AS version,
    f.kind AS kind,
    CASE
        WHEN s.is_sampled = 1 THEN 'sampled'
        WHEN s.is_sampled = 0 THEN 'waited'
        WHEN c.compiled_count > 0 THEN 'compiled'
        WHEN f.method_count > 0 THEN 'prepared'
        WHEN f.method_count = 0 THEN 'unused'
        WHEN f.kind = 'native' AND COALESCE(t.native_code, 0) > 0 THEN 'not seen'
        WHEN f.kind = 'assembly' AND COALESCE(t.managed_code, 0) + COALESCE(d.compiled_count, 0) > 0 THEN 'not seen'
        ELSE NULL
    END AS used,
    f.loaded_ns AS loaded_ns,
    f.size_bytes AS size_bytes,
    f.build_id AS build_id,
    f.path AS path,
    CASE WHEN f.kind = 'assembly' AND d.compiled_count > 0 THEN COALESCE(c.compiled_count, 0) ELSE NULL END AS compiled_count,
    f.method_count AS method_count,
    f.assembly_version AS assembly_version,
    f.version_from AS version_from,
    f.pdb_id AS pdb_id,
    f.product_version AS product_version,
    f.product AS product
FROM loaded_file f
JOIN recording r ON r.rec = f.rec
JOIN process p ON p.rec = f.rec AND p.process_id = f.process_id
JOIN recorded_each a ON a.rec = f.rec AND a.process_id = f.process_id
LEFT JOIN code t ON t.rec = f.rec
LEFT JOIN compiled d ON d.rec = f.rec
LEFT JOIN seen s ON s.rec = f.rec AND s.process_id = f.process_id AND s.module = f.name
LEFT JOIN compiled_methods c ON c.rec = f.rec AND c.process_id = f.process_id AND c.module = f.name
WHERE a.is_recorded OR $all_processes
ORDER BY f.rec, CASE WHEN a.is_recorded THEN 0 ELSE 1 END, p.name, p.pid, CASE WHEN f.kind = 'assembly' THEN 0 ELSE 1 END, f.name, f.path, f.loaded_ns
