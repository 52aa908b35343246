-- Waits of threads as far as they lie within the window. Those that only touch it have times there, and do not begin there.
-- Uses: lib/wait-beside, lib/stack-tag
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   thread_id      key integer
--   start_ns       key ns       when it began, within the window or before it
--   part_ns        ns           when its part within the window begins
--   wait_ns        ns           within the window, as the next one
--   ready_ns       ns
--   kind           text
--   stack_id       integer      0 where none is known
--   waker_tid      integer      who woke it; 0 for an interrupt, null where that is not known
--   open_at_start  boolean      it had begun before the trace
--   open_at_end    boolean      it continued when the trace ended
--   is_open        boolean      it had begun before the trace or the window, or continued when that ended
--   is_unknown     boolean      its wake-up or end is missing
--   begins         boolean      it begins within the window
SELECT
    w.thread_id AS thread_id,
    w.start_ns AS start_ns,
    CASE WHEN $scope_from_ns IS NULL THEN w.start_ns WHEN w.start_ns < $scope_from_ns THEN $scope_from_ns ELSE w.start_ns END AS part_ns,
    CASE
        WHEN ($scope_from_ns IS NULL OR w.start_ns >= $scope_from_ns) AND ($scope_to_ns IS NULL OR w.start_ns + w.wait_ns <= $scope_to_ns) THEN w.wait_ns
        WHEN w.start_ns + w.wait_ns <= $scope_from_ns THEN 0
        ELSE CASE WHEN w.start_ns + w.wait_ns > $scope_to_ns THEN $scope_to_ns ELSE w.start_ns + w.wait_ns END
            - CASE WHEN w.start_ns < $scope_from_ns THEN $scope_from_ns ELSE w.start_ns END
    END AS wait_ns,
    CASE
        WHEN ($scope_from_ns IS NULL OR w.start_ns + w.wait_ns >= $scope_from_ns) AND ($scope_to_ns IS NULL OR w.start_ns + w.wait_ns + w.ready_ns <= $scope_to_ns) THEN w.ready_ns
        WHEN w.start_ns + w.wait_ns >= $scope_to_ns OR w.start_ns + w.wait_ns + w.ready_ns <= $scope_from_ns THEN 0
        ELSE CASE WHEN w.start_ns + w.wait_ns + w.ready_ns > $scope_to_ns THEN $scope_to_ns ELSE w.start_ns + w.wait_ns + w.ready_ns END
            - CASE WHEN w.start_ns + w.wait_ns < $scope_from_ns THEN $scope_from_ns ELSE w.start_ns + w.wait_ns END
    END AS ready_ns,
    w.kind AS kind,
    w.stack_id AS stack_id,
    w.waker_tid AS waker_tid,
    w.open_at_start AS open_at_start,
    w.open_at_end AS open_at_end,
    w.open_at_start OR w.open_at_end
        OR ($scope_from_ns IS NOT NULL AND w.start_ns < $scope_from_ns) OR ($scope_to_ns IS NOT NULL AND w.start_ns + w.wait_ns + w.ready_ns > $scope_to_ns) AS is_open,
    w.no_waking OR w.no_switch_in AS is_unknown,
    $scope_from_ns IS NULL OR w.start_ns >= $scope_from_ns AS begins
FROM thread_wait w
-- During: JOIN during ON during.bucket = during_bucket(w.start_ns, w.wait_ns + w.ready_ns) AND w.start_ns < during.to_ns AND w.start_ns + w.wait_ns + w.ready_ns >= during.from_ns
WHERE w.rec = $rec
    AND ($scope_to_ns IS NULL OR w.start_ns < $scope_to_ns)
    AND ($scope_from_ns IS NULL OR w.start_ns >= $scope_from_ns OR w.start_ns + w.wait_ns + w.ready_ns > $scope_from_ns)
-- Of tags:
SELECT w.*
FROM wait_part_of_all w
LEFT JOIN wait_beside x ON x.thread_id = w.thread_id AND x.start_ns = w.start_ns
LEFT JOIN stack_tag a ON a.stack_id = w.stack_id
LEFT JOIN stack_tag b ON b.stack_id = x.stack_id
WHERE POSITION(',' || CASE WHEN b.priority > a.priority OR a.tag IS NULL THEN COALESCE(b.tag, 'Other') ELSE a.tag END || ',' IN $scope_tags) > 0
