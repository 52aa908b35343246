-- The memory of a machine at two moments compared, parts of the balance and cases of no process: B minus A.
-- A row of the balance that is 0 on both sides is left out.
-- Parameters:
--   $a  integer  recording A; its newest snapshot answers
--   $b  integer  recording B; its newest snapshot answers
-- Columns:
--   part           text       balance or orphan
--   kind           text
--   owner          text       of a case
--   name           key text   of a case
--   status         text       new (only in B), vanished (only in A), changed or same
--   delta_bytes    key bytes  B minus A
--   delta_percent  percent    of A's bytes; null for new rows
--   a_size_bytes   bytes      of A
--   b_size_bytes   bytes      of B
WITH side AS (
    SELECT m.rec AS rec, 'balance' AS part, m.kind AS kind, '' AS owner, '' AS name, SUM(m.size_bytes) AS size_bytes
    FROM machine_memory m
    JOIN (SELECT s.rec AS rec, MAX(s.snapshot_id) AS snapshot_id FROM machine_snapshot s GROUP BY s.rec) newest
        ON newest.rec = m.rec AND newest.snapshot_id = m.snapshot_id
    WHERE m.part_of IS NULL AND m.size_bytes <> 0
    GROUP BY m.rec, m.kind
    UNION ALL
    SELECT o.rec, 'orphan', o.kind, COALESCE(o.owner, ''), COALESCE(o.name, ''), SUM(o.size_bytes)
    FROM orphan o
    JOIN (SELECT s.rec AS rec, MAX(s.snapshot_id) AS snapshot_id FROM machine_snapshot s GROUP BY s.rec) newest
        ON newest.rec = o.rec AND newest.snapshot_id = o.snapshot_id
    GROUP BY o.rec, o.kind, COALESCE(o.owner, ''), COALESCE(o.name, '')
),
joined AS (
    SELECT
        COALESCE(a.part, b.part) AS part,
        COALESCE(a.kind, b.kind) AS kind,
        COALESCE(a.owner, b.owner) AS owner,
        COALESCE(a.name, b.name) AS name,
        a.kind IS NULL AS only_b,
        b.kind IS NULL AS only_a,
        COALESCE(a.size_bytes, 0) AS a_size_bytes,
        COALESCE(b.size_bytes, 0) AS b_size_bytes
    FROM (SELECT * FROM side WHERE rec = $a) a
    FULL OUTER JOIN (SELECT * FROM side WHERE rec = $b) b
        ON a.part = b.part AND a.kind = b.kind AND a.owner = b.owner AND a.name = b.name
)
SELECT
    part,
    kind,
    CASE WHEN owner = '' THEN NULL ELSE owner END AS owner,
    CASE WHEN name = '' THEN NULL ELSE name END AS name,
    CASE WHEN only_b THEN 'new' WHEN only_a THEN 'vanished' WHEN a_size_bytes = b_size_bytes THEN 'same' ELSE 'changed' END AS status,
    b_size_bytes - a_size_bytes AS delta_bytes,
    CASE WHEN a_size_bytes = 0 THEN NULL ELSE CAST(100 AS DOUBLE) * (b_size_bytes - a_size_bytes) / a_size_bytes END AS delta_percent,
    a_size_bytes,
    b_size_bytes
FROM joined
ORDER BY ABS(b_size_bytes - a_size_bytes) DESC, part, kind, owner, name
