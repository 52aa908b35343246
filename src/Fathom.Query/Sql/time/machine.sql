-- What the resources of the machine had to do: mean and maximum of each over the readings of the window. What was a limit comes first, and
-- what had nothing to do last.
-- Uses: lib/machine-measure
-- Parameters:
--   $rec  integer  the recording
--   $all  boolean  those that had nothing to do too, and details of others
-- Columns:
--   resource      key text
--   item          key text      disk, network interface or control group; null for all of the machine
--   mean          key real      over all readings
--   max           key real      of a reading; of those of at least a quarter of a second where there are some
--   unit          key text      '% of 1' is of one processor
--   max_at_ns     key ns        when that reading began, since the begin of the trace
--   threshold     real          it limits programs where the mean is above; null for none
--   over_percent  percent       share of the time of readings above it; null for none
--   readings      detail count
--   is_limit      hidden boolean
--   place         hidden integer  order of resources
WITH valued AS (
    SELECT
        m.place AS place, m.resource AS resource, m.item AS item, m.unit AS unit, m.threshold AS threshold, m.factor AS factor,
        m.start_ns AS start_ns, m.ts_ns AS ts_ns, m.amount AS amount, m.whole AS whole, m.factor * m.amount / m.whole AS value
    FROM machine_measure m
),
ranked AS (
    SELECT
        v.place AS place, v.resource AS resource, v.item AS item, v.unit AS unit, v.threshold AS threshold, v.factor AS factor,
        v.start_ns AS start_ns, v.ts_ns AS ts_ns, v.amount AS amount, v.whole AS whole, v.value AS value,
        ROW_NUMBER() OVER (
            PARTITION BY v.place, v.item
            ORDER BY CASE WHEN v.ts_ns - v.start_ns BETWEEN 1 AND 249999999 THEN 1 ELSE 0 END, v.value DESC, v.ts_ns) AS turn
    FROM valued v
),
summed AS (
    SELECT
        r.place AS place, r.resource AS resource, r.item AS item, r.unit AS unit, r.threshold AS threshold,
        MAX(r.factor) * SUM(r.amount) / SUM(r.whole) AS mean, MAX(CASE WHEN r.turn = 1 THEN r.value ELSE NULL END) AS max,
        MAX(CASE WHEN r.turn = 1 THEN r.start_ns ELSE NULL END) AS max_at_ns,
        CAST(100 AS DOUBLE) * SUM(CASE WHEN r.value > r.threshold THEN r.ts_ns - r.start_ns ELSE 0 END)
            / NULLIF(SUM(CASE WHEN r.threshold IS NULL THEN 0 ELSE r.ts_ns - r.start_ns END), 0) AS over_percent,
        COUNT(*) AS readings
    FROM ranked r
    GROUP BY r.place, r.resource, r.item, r.unit, r.threshold
)
SELECT
    s.resource AS resource,
    s.item AS item,
    s.mean AS mean,
    s.max AS max,
    s.unit AS unit,
    CASE WHEN s.max > 0 THEN CASE WHEN s.max_at_ns < 0 THEN 0 ELSE s.max_at_ns END ELSE NULL END - $scope_zero_ns AS max_at_ns,
    s.threshold AS threshold,
    s.over_percent AS over_percent,
    s.readings AS readings,
    COALESCE(s.mean > s.threshold, FALSE) AS is_limit,
    s.place AS place
FROM summed s
WHERE $all OR s.mean > s.threshold OR s.place = 11 OR (s.max > 0 AND s.place NOT IN (23, 25, 27, 28, 32, 35, 37, 53, 57))
ORDER BY is_limit DESC, CASE WHEN s.max > 0 THEN 0 ELSE 1 END, place, item
