-- The window that a session asks about, in one row.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   from_ns      ns       since the begin of the trace
--   to_ns        ns       the window ends before it
--   duration_ns  ns       the time between; null where the recording has no trace
--   is_whole     boolean  the window is all of the trace
SELECT
    CASE WHEN $scope_from_ns IS NULL THEN 0 ELSE $scope_from_ns END AS from_ns,
    CASE WHEN $scope_to_ns IS NULL THEN MAX(t.duration_ns) ELSE $scope_to_ns END AS to_ns,
    CASE WHEN $scope_to_ns IS NULL THEN MAX(t.duration_ns) ELSE $scope_to_ns END - CASE WHEN $scope_from_ns IS NULL THEN 0 ELSE $scope_from_ns END AS duration_ns,
    $scope_from_ns IS NULL AND $scope_to_ns IS NULL AS is_whole
FROM trace t
WHERE t.rec = $rec
-- During:
SELECT
    MIN(CASE WHEN d.from_ns < 0 THEN 0 ELSE d.from_ns END) AS from_ns,
    MAX(CASE WHEN d.to_ns > t.duration_ns THEN t.duration_ns ELSE d.to_ns END) AS to_ns,
    CAST(SUM(CASE WHEN d.to_ns > t.duration_ns THEN t.duration_ns ELSE d.to_ns END - CASE WHEN d.from_ns < 0 THEN 0 ELSE d.from_ns END) AS BIGINT) AS duration_ns,
    FALSE AS is_whole
FROM during d
CROSS JOIN (SELECT MAX(x.duration_ns) AS duration_ns FROM trace x WHERE x.rec = $rec) t
WHERE d.bucket = -1
