-- Memory that was short: threads that waited for it, what came back from swap, groups at their limit.
-- Uses: lib/machine-measure
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   severity  text
--   resource  text
--   item      text  the control group; null for all of the machine
--   mean      real  over the time
--   max       real  of a reading
--   unit      text
-- Rule: warning
--   order  16
--   needs  machine_sample
--   about  {resource}[ of {item}]
--   says   {mean} {unit} on average, at most {max} {unit}
--   next   machine
--   see    docs/findings.md#memory-pressure
SELECT
    CASE WHEN v.resource = 'group OOM kills' THEN 'error' ELSE 'warning' END AS severity,
    v.resource AS resource, v.item AS item, ROUND(v.mean, 2) AS mean, ROUND(v.max, 2) AS max, v.unit AS unit
FROM (
    SELECT
        m.place AS place, m.resource AS resource, m.item AS item, m.unit AS unit, MAX(m.threshold) AS threshold,
        MAX(m.factor) * SUM(m.amount) / SUM(m.whole) AS mean, MAX(m.factor * m.amount / m.whole) AS max
    FROM machine_measure m
    WHERE m.resource IN ('pressure memory', 'swap in', 'major faults', 'group at limit', 'group OOM kills')
    GROUP BY m.place, m.resource, m.item, m.unit
) v
WHERE v.mean > v.threshold OR (v.resource = 'major faults' AND v.mean > 500) OR (v.resource = 'group at limit' AND v.mean > 10)
    OR (v.resource = 'group OOM kills' AND v.max > 0)
ORDER BY severity, v.place, item
