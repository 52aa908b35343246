-- Garbage collections as far as they, or pauses for them, lie within the window.
-- Uses: lib/pause-part
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process_id   key integer
--   number       key count
--   generation   integer
--   kind         text
--   reason       text
--   start_ns     ns           when it began, within the window or before it
--   duration_ns  ns           within the window; null where its end is not in the trace
--   pause_ns     ns           within the window; null where the trace does not have all of it
--   suspend_ns   ns           within the window; null where the trace does not say
--   heap_bytes           bytes  after it, as the next ones; null where the trace does not say
--   promoted_bytes       bytes
--   gen0_bytes           bytes
--   gen1_bytes           bytes
--   gen2_bytes           bytes
--   large_object_bytes   bytes
--   pinned_object_bytes  bytes
--   begins       boolean      it begins within the window
SELECT
    g.process_id AS process_id,
    g.number AS number,
    g.generation AS generation,
    g.kind AS kind,
    g.reason AS reason,
    g.start_ns AS start_ns,
    g.duration_ns AS duration_ns,
    g.pause_ns AS pause_ns,
    g.suspend_ns AS suspend_ns,
    g.heap_bytes AS heap_bytes,
    g.promoted_bytes AS promoted_bytes,
    g.gen0_bytes AS gen0_bytes,
    g.gen1_bytes AS gen1_bytes,
    g.gen2_bytes AS gen2_bytes,
    g.large_object_bytes AS large_object_bytes,
    g.pinned_object_bytes AS pinned_object_bytes,
    TRUE AS begins
FROM gc g
WHERE g.rec = $rec
-- In a window:
SELECT
    g.process_id AS process_id,
    g.number AS number,
    g.generation AS generation,
    g.kind AS kind,
    g.reason AS reason,
    g.start_ns AS start_ns,
    CASE
        WHEN g.start_ns + g.duration_ns <= $scope_from_ns OR g.start_ns >= $scope_to_ns THEN 0
        ELSE CASE WHEN g.start_ns + g.duration_ns > $scope_to_ns THEN $scope_to_ns ELSE g.start_ns + g.duration_ns END
            - CASE WHEN g.start_ns < $scope_from_ns THEN $scope_from_ns ELSE g.start_ns END
    END AS duration_ns,
    CASE WHEN g.pause_ns IS NULL THEN NULL ELSE COALESCE(p.pause_ns, 0) END AS pause_ns,
    CASE WHEN g.suspend_ns IS NULL THEN NULL ELSE COALESCE(p.suspend_ns, 0) END AS suspend_ns,
    g.heap_bytes AS heap_bytes,
    g.promoted_bytes AS promoted_bytes,
    g.gen0_bytes AS gen0_bytes,
    g.gen1_bytes AS gen1_bytes,
    g.gen2_bytes AS gen2_bytes,
    g.large_object_bytes AS large_object_bytes,
    g.pinned_object_bytes AS pinned_object_bytes,
    ($scope_from_ns IS NULL OR g.start_ns >= $scope_from_ns) AND ($scope_to_ns IS NULL OR g.start_ns < $scope_to_ns) AS begins
FROM gc g
LEFT JOIN (
    SELECT
        a.process_id AS process_id,
        a.gc_number AS gc_number,
        CAST(SUM(a.duration_ns) AS BIGINT) AS pause_ns,
        CAST(SUM(a.suspend_ns) AS BIGINT) AS suspend_ns
    FROM pause_part a
    WHERE a.reason LIKE 'gc%'
    GROUP BY a.process_id, a.gc_number
) p ON p.process_id = g.process_id AND p.gc_number = g.number
WHERE g.rec = $rec AND (
    p.gc_number IS NOT NULL
    OR (($scope_from_ns IS NULL OR g.start_ns >= $scope_from_ns OR g.start_ns + g.duration_ns > $scope_from_ns) AND ($scope_to_ns IS NULL OR g.start_ns < $scope_to_ns)))
-- During:
SELECT
    g.process_id AS process_id,
    g.number AS number,
    g.generation AS generation,
    g.kind AS kind,
    g.reason AS reason,
    g.start_ns AS start_ns,
    CASE WHEN g.duration_ns IS NULL THEN NULL ELSE COALESCE(c.duration_ns, 0) END AS duration_ns,
    CASE WHEN g.pause_ns IS NULL THEN NULL ELSE COALESCE(p.pause_ns, 0) END AS pause_ns,
    CASE WHEN g.suspend_ns IS NULL THEN NULL ELSE COALESCE(p.suspend_ns, 0) END AS suspend_ns,
    g.heap_bytes AS heap_bytes,
    g.promoted_bytes AS promoted_bytes,
    g.gen0_bytes AS gen0_bytes,
    g.gen1_bytes AS gen1_bytes,
    g.gen2_bytes AS gen2_bytes,
    g.large_object_bytes AS large_object_bytes,
    g.pinned_object_bytes AS pinned_object_bytes,
    COALESCE(c.begins = 1, FALSE) AS begins
FROM gc g
LEFT JOIN (
    SELECT
        x.process_id AS process_id,
        x.number AS number,
        CAST(SUM(CASE WHEN x.start_ns + x.duration_ns > during.to_ns THEN during.to_ns ELSE x.start_ns + x.duration_ns END
            - CASE WHEN x.start_ns < during.from_ns THEN during.from_ns ELSE x.start_ns END) AS BIGINT) AS duration_ns,
        MAX(CASE WHEN x.start_ns >= during.from_ns THEN 1 ELSE 0 END) AS begins
    FROM gc x
    JOIN during ON during.bucket = during_bucket(x.start_ns, COALESCE(x.duration_ns, 0)) AND x.start_ns < during.to_ns AND x.start_ns + COALESCE(x.duration_ns, 0) >= during.from_ns
    WHERE x.rec = $rec AND (x.start_ns >= during.from_ns OR x.start_ns + x.duration_ns > during.from_ns)
    GROUP BY x.process_id, x.number
) c ON c.process_id = g.process_id AND c.number = g.number
LEFT JOIN (
    SELECT
        a.process_id AS process_id,
        a.gc_number AS gc_number,
        CAST(SUM(a.duration_ns) AS BIGINT) AS pause_ns,
        CAST(SUM(a.suspend_ns) AS BIGINT) AS suspend_ns
    FROM pause_part a
    WHERE a.reason LIKE 'gc%'
    GROUP BY a.process_id, a.gc_number
) p ON p.process_id = g.process_id AND p.gc_number = g.number
WHERE g.rec = $rec AND (p.gc_number IS NOT NULL OR c.number IS NOT NULL)
