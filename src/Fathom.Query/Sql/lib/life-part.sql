-- Lives of threads as far as they lie within the window, with what the threads did there; the four times add up to duration_ns.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   thread_id       key integer
--   start_ns        ns           of the life in the trace, within the window or before it
--   end_ns          ns           of the life in the trace, within the window or after it
--   part_ns         ns           when its part within the window begins
--   first_ns        ns           the same, and the next one when it ends, on a clock that stands still outside of the window
--   last_ns         ns
--   duration_ns     ns           within the window, as the next four
--   running_ns      ns
--   ready_ns        ns
--   waiting_ns      ns
--   unknown_ns      ns
--   began_in_trace  boolean
--   ended_in_trace  boolean
SELECT
    l.thread_id AS thread_id,
    l.start_ns AS start_ns,
    l.start_ns + l.duration_ns AS end_ns,
    l.start_ns AS part_ns,
    l.start_ns AS first_ns,
    l.start_ns + l.duration_ns AS last_ns,
    l.duration_ns AS duration_ns,
    l.running_ns AS running_ns,
    l.ready_ns AS ready_ns,
    l.waiting_ns AS waiting_ns,
    l.unknown_ns AS unknown_ns,
    l.began_in_trace AS began_in_trace,
    l.ended_in_trace AS ended_in_trace
FROM thread_life l
WHERE l.rec = $rec
-- In a window:
SELECT
    p.thread_id AS thread_id,
    p.start_ns AS start_ns,
    p.end_ns AS end_ns,
    p.part_ns AS part_ns,
    p.first_ns AS first_ns,
    p.last_ns AS last_ns,
    p.duration_ns AS duration_ns,
    COALESCE(s.running_ns, 0) AS running_ns,
    COALESCE(s.ready_ns, 0) AS ready_ns,
    COALESCE(s.waiting_ns, 0) AS waiting_ns,
    p.duration_ns - COALESCE(s.running_ns + s.ready_ns + s.waiting_ns, 0) AS unknown_ns,
    p.began_in_trace AS began_in_trace,
    p.ended_in_trace AS ended_in_trace
FROM (
    SELECT
        l.thread_id AS thread_id,
        l.start_ns AS start_ns,
        l.start_ns + l.duration_ns AS end_ns,
        MIN(CASE WHEN l.start_ns < $scope_from_ns THEN $scope_from_ns ELSE l.start_ns END) AS part_ns,
        MIN(CASE WHEN l.start_ns < $scope_from_ns THEN $scope_from_ns ELSE l.start_ns END - $scope_shift_ns) AS first_ns,
        MAX(CASE WHEN l.start_ns + l.duration_ns > $scope_to_ns THEN $scope_to_ns ELSE l.start_ns + l.duration_ns END - $scope_shift_ns) AS last_ns,
        CAST(SUM(CASE WHEN l.start_ns + l.duration_ns > $scope_to_ns THEN $scope_to_ns ELSE l.start_ns + l.duration_ns END
            - CASE WHEN l.start_ns < $scope_from_ns THEN $scope_from_ns ELSE l.start_ns END) AS BIGINT) AS duration_ns,
        l.began_in_trace AS began_in_trace,
        l.ended_in_trace AS ended_in_trace
    FROM thread_life l
    -- During: JOIN during ON during.bucket = during_bucket(l.start_ns, l.duration_ns) AND l.start_ns < during.to_ns AND l.start_ns + l.duration_ns >= during.from_ns
    WHERE l.rec = $rec
        AND ($scope_to_ns IS NULL OR l.start_ns < $scope_to_ns)
        AND ($scope_from_ns IS NULL OR l.start_ns >= $scope_from_ns OR l.start_ns + l.duration_ns > $scope_from_ns)
    GROUP BY l.thread_id, l.start_ns, l.duration_ns, l.began_in_trace, l.ended_in_trace
) p
LEFT JOIN (
    SELECT
        c.thread_id AS thread_id,
        CAST(SUM(CASE WHEN c.state = 'running' THEN c.duration_ns ELSE 0 END) AS BIGINT) AS running_ns,
        CAST(SUM(CASE WHEN c.state = 'ready' THEN c.duration_ns ELSE 0 END) AS BIGINT) AS ready_ns,
        CAST(SUM(CASE WHEN c.state = 'waiting' THEN c.duration_ns ELSE 0 END) AS BIGINT) AS waiting_ns
    FROM (
        SELECT
            t.thread_id AS thread_id,
            t.state AS state,
            CASE WHEN t.start_ns + t.duration_ns > $scope_to_ns THEN $scope_to_ns ELSE t.start_ns + t.duration_ns END
                - CASE WHEN t.start_ns < $scope_from_ns THEN $scope_from_ns ELSE t.start_ns END AS duration_ns
        FROM thread_slice t
        -- During: JOIN during ON during.bucket = during_bucket(t.start_ns, t.duration_ns) AND t.start_ns < during.to_ns AND t.start_ns + t.duration_ns >= during.from_ns
        WHERE t.rec = $rec
            AND ($scope_to_ns IS NULL OR t.start_ns < $scope_to_ns)
            AND ($scope_from_ns IS NULL OR t.start_ns + t.duration_ns > $scope_from_ns)
    ) c
    GROUP BY c.thread_id
) s ON s.thread_id = p.thread_id
