-- Assemblies that programs asked for and that were not found: how often, since when, by whom, and why the last search failed.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process             common text
--   pid                 common integer
--   assembly            key text      its name, or the path that was asked for
--   version             text          that was asked for; null where only a path was
--   at_ns               key ns        the first time, since the begin of the recording
--   count               key count
--   search_ns           key ns        time of the searches; null where the trace does not have their ends
--   requested_by        text          the assembly that needed it first; null where it is not reported
--   load_context        detail text
--   error               text          of the last step that failed; null for none
SELECT
    p.name AS process,
    p.pid AS pid,
    b.assembly AS assembly,
    MIN(b.version) AS version,
    MIN(b.start_ns) AS at_ns,
    COUNT(*) AS count,
    CAST(SUM(b.duration_ns) AS BIGINT) AS search_ns,
    MIN(CASE WHEN b.place = 1 THEN b.requested_by ELSE NULL END) AS requested_by,
    MIN(CASE WHEN b.place = 1 THEN b.load_context ELSE NULL END) AS load_context,
    MIN(CASE WHEN b.last = 1 THEN b.error ELSE NULL END) AS error
FROM (
    SELECT
        n.*,
        ROW_NUMBER() OVER (PARTITION BY n.process_id, n.assembly ORDER BY n.start_ns) AS place,
        ROW_NUMBER() OVER (PARTITION BY n.process_id, n.assembly ORDER BY n.start_ns DESC) AS last
    FROM (
        SELECT
            a.process_id AS process_id,
            CASE
                WHEN a.name IS NULL THEN COALESCE(a.requested_path, 'unknown')
                WHEN POSITION(',' IN a.name) > 0 THEN SUBSTRING(a.name, 1, POSITION(',' IN a.name) - 1)
                ELSE a.name
            END AS assembly,
            CASE WHEN POSITION('Version=' IN a.name) > 0 THEN SUBSTRING(
                a.name,
                POSITION('Version=' IN a.name) + 8,
                POSITION(',' IN SUBSTRING(a.name, POSITION('Version=' IN a.name) + 8) || ',') - 1) ELSE NULL END AS version,
            a.start_ns AS start_ns,
            a.duration_ns AS duration_ns,
            CASE
                WHEN POSITION(',' IN a.requesting_assembly) > 0 THEN SUBSTRING(a.requesting_assembly, 1, POSITION(',' IN a.requesting_assembly) - 1)
                ELSE a.requesting_assembly
            END AS requested_by,
            a.load_context AS load_context,
            a.error AS error
        FROM assembly_load a
        WHERE a.rec = $rec AND a.kind = 'bind' AND a.success = FALSE
    ) n
) b
JOIN process p ON p.rec = $rec AND p.process_id = b.process_id
GROUP BY p.name, p.pid, b.process_id, b.assembly
ORDER BY at_ns, p.pid, b.assembly
