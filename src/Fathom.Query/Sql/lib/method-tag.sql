-- The tag of each method that a rule of tags fits: of several rules the first counts, which has the highest priority.
-- Uses: lib/own-method
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   method_id  key integer
--   place      integer      of the rule
--   priority   integer
SELECT b.method_id AS method_id, b.place AS place, t.priority AS priority
FROM (
    SELECT f.method_id AS method_id, MIN(f.place) AS place
    FROM (
        SELECT m.method_id AS method_id, r.place AS place
        FROM (
            SELECT
                n.method_id AS method_id,
                UPPER(COALESCE(n.module, '')) AS module,
                UPPER(n.name) AS name,
                -- Native names begin with their file.
                UPPER(CASE WHEN SUBSTRING(n.name, 1, LENGTH(n.module) + 1) = n.module || '!' THEN SUBSTRING(n.name, LENGTH(n.module) + 2) ELSE n.name END) AS name_in_module
            FROM method n
            WHERE n.rec = $rec
        ) m
        JOIN (
            -- There are few modules, and a rule of another one need not be compared with each method.
            SELECT d.module AS module, t.place AS place, t.module AS rule_module, t.pattern AS pattern
            FROM (SELECT DISTINCT UPPER(COALESCE(n.module, '')) AS module FROM method n WHERE n.rec = $rec) d
            JOIN tag_rule t ON t.module IS NULL OR d.module LIKE t.module ESCAPE '\'
        ) r ON r.module = m.module AND CASE WHEN r.rule_module IS NULL THEN m.name ELSE m.name_in_module END LIKE r.pattern ESCAPE '\'
        UNION ALL
        SELECT o.method_id, t.place
        FROM own_method o
        JOIN tag_rule t ON t.is_own
    ) f
    GROUP BY f.method_id
) b
JOIN tag_rule t ON t.place = b.place
