-- What tells of each serializer beside its times whom it suits: readable bytes, foreign data, versions of a type.
-- Parameters:
--   $rec  integer  which recording
-- Columns:
--   serializer_id     integer  inside of the recording
--   serializer        text
--   runtime           text
--   build             text     jit, r2r or aot
--   is_text           integer  1 when the bytes are text
--   unsafe_statement  text     what its authors say of input that is not trusted
--   hostile_tried     count    attacks that were tried; without those that had nothing to begin with
--   hostile_bad       count    those that made it run foreign code, crash, hang or take all memory
--   hostile_worst     text     the worst of these outcomes
--   versions_tried    count    changes of a type that were tried, each both ways
--   versions_ok       count    those that came back whole
--   versions_wrong    count    those that gave a wrong value without an error
WITH tried AS (
    SELECT k.serializer_id,
           SUM(CASE WHEN k.lane = 'hostile' AND k.outcome <> 'refused' THEN 1 ELSE 0 END) AS hostile_tried,
           SUM(CASE WHEN k.lane = 'hostile' AND k.outcome IN ('unsafe', 'crash', 'hang', 'out of memory') THEN 1 ELSE 0 END) AS hostile_bad,
           MIN(CASE WHEN k.lane <> 'hostile' THEN NULL
                    WHEN k.outcome = 'unsafe' THEN 1 WHEN k.outcome = 'crash' THEN 2 WHEN k.outcome = 'hang' THEN 3 WHEN k.outcome = 'out of memory' THEN 4 ELSE NULL END) AS worst,
           SUM(CASE WHEN k.lane = 'version' THEN 1 ELSE 0 END) AS versions_tried,
           SUM(CASE WHEN k.lane = 'version' AND k.outcome = 'ok' THEN 1 ELSE 0 END) AS versions_ok,
           SUM(CASE WHEN k.lane = 'version' AND k.outcome = 'silent corruption' THEN 1 ELSE 0 END) AS versions_wrong
    FROM serializer_check k
    WHERE k.rec = $rec
    GROUP BY k.serializer_id
)
SELECT s.serializer_id AS serializer_id, s.name AS serializer, s.runtime AS runtime, s.build AS build, s.is_text AS is_text, s.unsafe_statement AS unsafe_statement,
       COALESCE(CAST(t.hostile_tried AS BIGINT), 0) AS hostile_tried, COALESCE(CAST(t.hostile_bad AS BIGINT), 0) AS hostile_bad,
       CASE t.worst WHEN 1 THEN 'unsafe' WHEN 2 THEN 'crash' WHEN 3 THEN 'hang' WHEN 4 THEN 'out of memory' ELSE NULL END AS hostile_worst,
       COALESCE(CAST(t.versions_tried AS BIGINT), 0) AS versions_tried, COALESCE(CAST(t.versions_ok AS BIGINT), 0) AS versions_ok,
       COALESCE(CAST(t.versions_wrong AS BIGINT), 0) AS versions_wrong
FROM serializer s
LEFT JOIN tried t ON t.serializer_id = s.serializer_id
WHERE s.rec = $rec AND s.role = 'serializer' AND s.status = 'available'
ORDER BY s.serializer_id
