-- CPU time of a method by its source lines, per process, from samples: of the line itself, and with all that it called. Where the method is on a stack several times, its innermost call counts.
-- Samples without a known line are a row per reason, so that the rows add up to the times of the method in time/cpu.
-- Uses: lib/sample
-- Parameters:
--   $rec         integer  the recording
--   $method      text     the name that is shown
--   $method_ids  text     numbers of the methods of that name, as in ",3,17,": generic methods have one for all type arguments, and async methods one more for what the compiler made of them
-- Columns:
--   file          text          file name; null where the line is not known
--   line          key integer   null where it is not known
--   cpu_self_ns   key ns        code of the line itself was running; null where the samples do not report time
--   cpu_total_ns  ns            it, or something that it called, was running
--   percent       percent       share of cpu_total_ns in that of the method in the process
--   source        text          the line as it stands in the file, or why it is not known
--   inlined_method  text        the method that was inlined there; null for code of the method itself
--   samples       detail count  in which it was running, or something that it called
--   path          hidden text   path of the file, as the compiler wrote it
--   method        detail text   without type arguments
--   process       detail text
--   pid           detail integer
WITH inner_call AS (
    SELECT s.stack_id AS stack_id, MIN(s.depth) AS depth, ARG_MIN(s.frame_id, s.depth) AS frame_id
    FROM stack_frame s
    JOIN frame f ON f.rec = $rec AND f.frame_id = s.frame_id
    WHERE s.rec = $rec AND POSITION(',' || CAST(f.method_id AS VARCHAR) || ',' IN $method_ids) > 0
    GROUP BY s.stack_id
),
used AS (
    SELECT t.process_id AS process_id, c.stack_id AS stack_id, SUM(c.weight_ns) AS weight_ns, COUNT(*) AS sample_count
    FROM sample c
    JOIN thread t ON t.rec = $rec AND t.thread_id = c.thread_id
    GROUP BY t.process_id, c.stack_id
),
by_line AS (
    SELECT
        u.process_id AS process_id,
        l.file AS file,
        l.path AS path,
        l.line AS line,
        l.inlined_method AS inlined_method,
        CASE WHEN l.line IS NULL THEN COALESCE(l.reason, 'the recording does not say') ELSE NULL END AS reason,
        MAX(COALESCE(l.text, '(' || l.reason || ')')) AS text,
        CAST(SUM(CASE WHEN i.depth = 0 OR u.weight_ns IS NULL THEN u.weight_ns ELSE 0 END) AS BIGINT) AS cpu_self_ns,
        CAST(SUM(u.weight_ns) AS BIGINT) AS cpu_total_ns,
        CAST(SUM(u.sample_count) AS BIGINT) AS sample_count
    FROM used u
    JOIN inner_call i ON i.stack_id = u.stack_id
    LEFT JOIN frame_line l ON l.rec = $rec AND l.frame_id = i.frame_id
    GROUP BY u.process_id, l.file, l.path, l.line, l.inlined_method, CASE WHEN l.line IS NULL THEN COALESCE(l.reason, 'the recording does not say') ELSE NULL END
)
SELECT
    b.file AS file,
    b.line AS line,
    b.cpu_self_ns AS cpu_self_ns,
    b.cpu_total_ns AS cpu_total_ns,
    CAST(100 AS DOUBLE) * b.cpu_total_ns / NULLIF(SUM(b.cpu_total_ns) OVER (PARTITION BY b.process_id), 0) AS percent,
    COALESCE(b.reason, b.text) AS source,
    b.inlined_method AS inlined_method,
    b.sample_count AS samples,
    b.path AS path,
    $method AS method,
    p.name AS process,
    p.pid AS pid
FROM by_line b
JOIN process p ON p.rec = $rec AND p.process_id = b.process_id
ORDER BY cpu_total_ns DESC, cpu_self_ns DESC, samples DESC, process, pid, path, line, source, inlined_method
