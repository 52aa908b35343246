-- Disks that were busy nearly all of the time, processors that the host took away, and connections that nobody accepted in time.
-- Uses: lib/machine-measure
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   resource  text
--   item      text  the disk; null for all of the machine
--   mean      real  over the time
--   max       real  of a reading
--   unit      text
-- Rule: warning
--   order  17
--   needs  machine_sample
--   about  {resource}[ of {item}]
--   says   {mean} {unit} on average, at most {max} {unit}
--   next   machine
--   see    docs/findings.md#machine-limit
SELECT v.resource AS resource, v.item AS item, ROUND(v.mean, 2) AS mean, ROUND(v.max, 2) AS max, v.unit AS unit
FROM (
    SELECT
        m.place AS place, m.resource AS resource, m.item AS item, m.unit AS unit, MAX(m.threshold) AS threshold,
        MAX(m.factor) * SUM(m.amount) / SUM(m.whole) AS mean, MAX(m.factor * m.amount / m.whole) AS max
    FROM machine_measure m
    WHERE m.resource IN ('disk busy', 'cpu steal', 'TCP listen drops')
    GROUP BY m.place, m.resource, m.item, m.unit
) v
WHERE v.mean > v.threshold OR (v.resource = 'TCP listen drops' AND v.mean > 1)
ORDER BY v.place, item
