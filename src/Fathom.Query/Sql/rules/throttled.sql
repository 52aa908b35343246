-- Control groups that had used up their processor time in more than a twentieth of their periods, where programs were named when they were recorded.
-- Uses: lib/machine-measure
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   item        text      the control group
--   percent     percent   of its periods
--   held_ns     real ns   time in which it could run and was not allowed to, in each second; null where that is not told
-- Rule: warning
--   order  15
--   needs  machine_sample
--   about  control group {item}
--   says   had used up its processor time in {percent} of its periods[, and was held back for {held_ns} in each second]
--   next   machine
--   see    docs/findings.md#throttled
SELECT t.item AS item, t.percent AS percent, h.held_ns AS held_ns
FROM (
    SELECT m.item AS item, MAX(m.factor) * SUM(m.amount) / SUM(m.whole) AS percent
    FROM machine_measure m
    WHERE m.resource = 'group throttled'
    GROUP BY m.item
) t
LEFT JOIN (
    SELECT m.item AS item, CAST(1000000000 AS DOUBLE) * SUM(m.amount) / SUM(m.whole) AS held_ns
    FROM machine_measure m
    WHERE m.resource = 'group held back'
    GROUP BY m.item
) h ON h.item = t.item
WHERE t.percent > 5 AND EXISTS (SELECT 1 FROM process p WHERE p.rec = $rec AND p.is_recorded)
ORDER BY percent DESC, item
