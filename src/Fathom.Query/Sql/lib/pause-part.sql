-- Times in which all managed threads of a process stood still, as far as they lie within the window.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process_id   integer
--   start_ns     ns       when it began, within the window or before it
--   part_ns      ns       when its part within the window begins
--   duration_ns  ns       within the window
--   suspend_ns   ns       the part of it that it took to stop them; null where the trace does not say
--   reason       text
--   gc_number    integer  of the collection that caused it; null where there is none
--   begins       boolean  it begins within the window
SELECT
    g.process_id AS process_id,
    g.start_ns AS start_ns,
    CASE WHEN g.start_ns < $scope_from_ns THEN $scope_from_ns ELSE g.start_ns END AS part_ns,
    CASE
        WHEN ($scope_from_ns IS NULL OR g.start_ns >= $scope_from_ns) AND ($scope_to_ns IS NULL OR g.start_ns + g.duration_ns <= $scope_to_ns) THEN g.duration_ns
        ELSE CASE WHEN g.start_ns + g.duration_ns > $scope_to_ns THEN $scope_to_ns ELSE g.start_ns + g.duration_ns END
            - CASE WHEN g.start_ns < $scope_from_ns THEN $scope_from_ns ELSE g.start_ns END
    END AS duration_ns,
    CASE
        WHEN ($scope_from_ns IS NULL OR g.start_ns >= $scope_from_ns) AND ($scope_to_ns IS NULL OR g.start_ns + g.duration_ns - g.standstill_ns <= $scope_to_ns)
            THEN g.duration_ns - g.standstill_ns
        WHEN g.start_ns + g.duration_ns - g.standstill_ns <= $scope_from_ns THEN 0
        ELSE CASE WHEN g.start_ns + g.duration_ns - g.standstill_ns > $scope_to_ns THEN $scope_to_ns ELSE g.start_ns + g.duration_ns - g.standstill_ns END
            - CASE WHEN g.start_ns < $scope_from_ns THEN $scope_from_ns ELSE g.start_ns END
    END AS suspend_ns,
    g.reason AS reason,
    g.gc_number AS gc_number,
    $scope_from_ns IS NULL OR g.start_ns >= $scope_from_ns AS begins
FROM gc_pause g
-- During: JOIN during ON during.bucket = during_bucket(g.start_ns, g.duration_ns) AND g.start_ns < during.to_ns AND g.start_ns + g.duration_ns >= during.from_ns
WHERE g.rec = $rec
    AND ($scope_to_ns IS NULL OR g.start_ns < $scope_to_ns)
    AND ($scope_from_ns IS NULL OR g.start_ns >= $scope_from_ns OR g.start_ns + g.duration_ns > $scope_from_ns)
-- Of tags:
SELECT p.*
FROM pause_part_of_all p
WHERE POSITION(',GC/Pause,' IN $scope_tags) > 0
