-- What the combined file of SerializerTests says of each serializer beside its figures.
-- Parameters:
--   $rec  integer  which recording
-- Columns:
--   serializer      text
--   runtime         text
--   build           text     jit, r2r or aot
--   version         text     of the library's file
--   library         text
--   format          text
--   is_text         integer  1 when the bytes are text
--   version_checks  count    how many changes of a type were tried
--   version_ok      count    how many of them came back whole
WITH versions AS (
    SELECT k.serializer_id, COUNT(*) AS version_checks, SUM(CASE WHEN k.outcome = 'ok' THEN 1 ELSE 0 END) AS version_ok
    FROM serializer_check k
    WHERE k.rec = $rec AND k.lane = 'version'
    GROUP BY k.serializer_id
)
SELECT s.name AS serializer, s.runtime AS runtime, s.build AS build, s.version AS version, s.library AS library, s.format AS format, s.is_text AS is_text,
       COALESCE(v.version_checks, 0) AS version_checks, CAST(COALESCE(v.version_ok, 0) AS BIGINT) AS version_ok
FROM serializer s
LEFT JOIN versions v ON v.serializer_id = s.serializer_id
WHERE s.rec = $rec
ORDER BY s.serializer_id
