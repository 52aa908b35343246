-- The memory figures of the control group of a recording's process.
-- Parameters:
--   $rec  integer  which recording; its newest snapshot answers
-- Columns:
--   fact         text     the figure
--   size_bytes   bytes    its value has one of these three units, and none where there is no limit
--   count        count
--   duration_ns  ns
--   cgroup       text     whose figure it is
--   version      integer  of the interface of control groups
-- Snapshot: yes
SELECT f.fact AS fact, f.size_bytes AS size_bytes, f.count AS count, f.duration_ns AS duration_ns, f.cgroup AS cgroup, f.version AS version
FROM cgroup_fact f
WHERE f.rec = $rec
  AND f.snapshot_id = (SELECT MAX(s.snapshot_id) FROM memory_snapshot s WHERE s.rec = $rec)
ORDER BY
    CASE f.fact
        WHEN 'current' THEN 1 WHEN 'peak' THEN 2 WHEN 'limit' THEN 3 WHEN 'effective_limit' THEN 4 WHEN 'working_set' THEN 5 WHEN 'high' THEN 6
        WHEN 'anon' THEN 7 WHEN 'file' THEN 8 WHEN 'shmem' THEN 9 WHEN 'mapped_file' THEN 10 WHEN 'kernel' THEN 11 ELSE 12
    END,
    f.fact
