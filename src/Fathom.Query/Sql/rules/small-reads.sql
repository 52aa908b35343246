-- Methods that read a file in many small pieces, each with a system call of its own.
-- Uses: lib/recorded, lib/file-part
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process     text
--   pid         integer
--   method      text   innermost own method that reads; null for none
--   path        text   the file that it reads so most often
--   reads       count  of all such files
--   files       count
--   mean_bytes  bytes  of a read
-- Rule: warning
--   order  43
--   needs  file_io
--   about  {path}
--   says   read {reads} times by {process}, {mean_bytes} each time[, in {method}]; files read so: {files}
--   next   files --by operation
--   see    docs/findings.md#small-reads
WITH read_file AS (
    SELECT f.process_id AS process_id, f.method_id AS method_id, f.path AS path, SUM(f.reads) AS reads, SUM(f.read_bytes) AS bytes
    FROM file_part f
    WHERE f.is_recorded AND f.kind = 'file' AND f.reads > 0 AND f.error IS NULL AND f.size_bytes > 0
        AND f.path IS NOT NULL AND f.path NOT LIKE '/proc/%' AND f.path NOT LIKE '/sys/%'
    GROUP BY f.process_id, f.method_id, f.path
    HAVING SUM(f.reads) >= 100 AND SUM(f.read_bytes) < 512 * SUM(f.reads)
),
ranked AS (
    SELECT
        f.process_id AS process_id, f.method_id AS method_id, f.path AS path,
        SUM(f.reads) OVER (PARTITION BY f.process_id, f.method_id) AS reads, SUM(f.bytes) OVER (PARTITION BY f.process_id, f.method_id) AS bytes,
        COUNT(*) OVER (PARTITION BY f.process_id, f.method_id) AS files,
        ROW_NUMBER() OVER (PARTITION BY f.process_id, f.method_id ORDER BY f.reads DESC, f.path) AS place
    FROM read_file f
)
SELECT
    p.name AS process,
    p.pid AS pid,
    m.name AS method,
    k.path AS path,
    CAST(k.reads AS BIGINT) AS reads,
    k.files AS files,
    CAST(k.bytes / k.reads AS BIGINT) AS mean_bytes
FROM ranked k
JOIN process p ON p.rec = $rec AND p.process_id = k.process_id
LEFT JOIN method m ON m.rec = $rec AND m.method_id = k.method_id
WHERE k.place = 1 AND k.reads >= 1000
ORDER BY reads DESC, process, pid, method, path
