-- What became of each case with each serializer in two recordings, side by side. Numbers inside of two recordings have nothing in common: a serializer is the one of the same name and
-- build, of the same major version of .NET where one of the recordings has several, and a case the one of the same name, number of objects and payload.
-- Parameters:
--   $a  integer  the older recording
--   $b  integer  the newer recording
-- Columns:
--   case_name        text
--   n                count    objects in the case
--   payload_bytes    bytes    of one object
--   serializer       text
--   role             text
--   build            text
--   status           text     new (only in B), vanished (only in A) or both
--   is_same_data     integer  1 when the data was drawn alike and its hashes, where there are two, are the same
--   a_serializer_id  integer  inside of A
--   a_case_id        integer  inside of A
--   b_serializer_id  integer  inside of B
--   b_case_id        integer  inside of B
--   a_runtime        text
--   b_runtime        text
--   a_version        text     of the library
--   b_version        text     of the library
--   a_outcome        text     a serializer that failed in a later process failed
--   b_outcome        text
--   a_detail         text     why it is not ok
--   b_detail         text
--   a_size_bytes     bytes    of the output
--   b_size_bytes     bytes    of the output
WITH worst AS (
    SELECT r.rec, r.serializer_id, r.case_id, COALESCE(MAX(CASE WHEN r.outcome = 'ok' THEN NULL ELSE r.outcome END), 'ok') AS outcome,
           MAX(CASE WHEN r.outcome = 'ok' THEN NULL ELSE r.detail END) AS detail, MAX(r.size_bytes) AS size_bytes
    FROM serializer_result r
    WHERE r.rec = $a OR r.rec = $b
    GROUP BY r.rec, r.serializer_id, r.case_id
),
named AS (
    SELECT w.rec, w.serializer_id, w.case_id, w.outcome, w.detail, w.size_bytes, s.name AS serializer, s.role, s.build, s.runtime, s.version, c.name AS case_name, c.n, c.payload_bytes, c.dials,
           c.sha256, COUNT(*) OVER (PARTITION BY w.rec, w.case_id, s.name, s.build) AS runtimes
    FROM worst w
    JOIN serializer s ON s.rec = w.rec AND s.serializer_id = w.serializer_id
    JOIN serializer_case c ON c.rec = w.rec AND c.case_id = w.case_id
),
side AS (
    SELECT n.*,
           CASE WHEN MAX(n.runtimes) OVER (PARTITION BY n.serializer, n.build, n.case_name, n.n, n.payload_bytes) = 1 THEN '' ELSE split_part(COALESCE(n.runtime, ''), '.', 1) END AS release
    FROM named n
)
SELECT COALESCE(a.case_name, b.case_name) AS case_name, COALESCE(a.n, b.n) AS n, COALESCE(a.payload_bytes, b.payload_bytes) AS payload_bytes, COALESCE(a.serializer, b.serializer) AS serializer,
       COALESCE(a.role, b.role) AS role, COALESCE(a.build, b.build) AS build,
       CASE WHEN a.serializer IS NULL THEN 'new' WHEN b.serializer IS NULL THEN 'vanished' ELSE 'both' END AS status,
       CASE WHEN a.dials = b.dials AND COALESCE(a.sha256, b.sha256, '') = COALESCE(b.sha256, a.sha256, '') THEN 1 ELSE 0 END AS is_same_data,
       a.serializer_id AS a_serializer_id, a.case_id AS a_case_id, b.serializer_id AS b_serializer_id, b.case_id AS b_case_id, a.runtime AS a_runtime, b.runtime AS b_runtime,
       a.version AS a_version, b.version AS b_version, a.outcome AS a_outcome, b.outcome AS b_outcome, a.detail AS a_detail, b.detail AS b_detail, a.size_bytes AS a_size_bytes, b.size_bytes AS b_size_bytes
FROM (SELECT * FROM side WHERE rec = $a) a
FULL OUTER JOIN (SELECT * FROM side WHERE rec = $b) b
    ON a.serializer = b.serializer AND a.build = b.build AND a.case_name = b.case_name AND a.n = b.n AND a.payload_bytes = b.payload_bytes AND a.release = b.release
ORDER BY case_name, n, payload_bytes, serializer, build, a_serializer_id, b_serializer_id
