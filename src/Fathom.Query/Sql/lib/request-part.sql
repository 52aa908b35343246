-- HTTP requests that began before the end of the window, with what of them lies within it. One without a known end lies where it begins.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process_id     integer
--   thread_id      integer  that began it; 0 where the trace does not say
--   side           text
--   start_ns       ns       when it began, within the window or before it
--   duration_ns    ns       within the window, 0 for none of it; null where its end is not known
--   method         text
--   url            text
--   status         integer
--   failed         boolean
--   error          text
--   route          text
--   request_id     text
--   begins         boolean  it begins within the window
--   is_within      boolean  some of it lies within the window
SELECT
    r.process_id AS process_id,
    r.thread_id AS thread_id,
    r.side AS side,
    r.start_ns AS start_ns,
    CASE
        WHEN ($scope_from_ns IS NULL OR r.start_ns >= $scope_from_ns) AND ($scope_to_ns IS NULL OR r.start_ns + r.duration_ns <= $scope_to_ns) THEN r.duration_ns
        WHEN r.start_ns + r.duration_ns <= $scope_from_ns THEN 0
        ELSE CASE WHEN r.start_ns + r.duration_ns > $scope_to_ns THEN $scope_to_ns ELSE r.start_ns + r.duration_ns END
            - CASE WHEN r.start_ns < $scope_from_ns THEN $scope_from_ns ELSE r.start_ns END
    END AS duration_ns,
    r.method AS method,
    r.url AS url,
    r.status AS status,
    r.failed AS failed,
    r.error AS error,
    r.route AS route,
    r.request_id AS request_id,
    $scope_from_ns IS NULL OR r.start_ns >= $scope_from_ns AS begins,
    $scope_from_ns IS NULL OR r.start_ns >= $scope_from_ns OR COALESCE(r.start_ns + r.duration_ns > $scope_from_ns, FALSE) AS is_within
FROM request r
WHERE r.rec = $rec AND ($scope_to_ns IS NULL OR r.start_ns < $scope_to_ns)
-- During:
SELECT
    r.process_id AS process_id,
    r.thread_id AS thread_id,
    r.side AS side,
    r.start_ns AS start_ns,
    CASE WHEN r.duration_ns IS NULL THEN NULL ELSE COALESCE(CAST(SUM(
        CASE WHEN during.from_ns IS NULL THEN 0
            ELSE CASE WHEN r.start_ns + r.duration_ns > during.to_ns THEN during.to_ns ELSE r.start_ns + r.duration_ns END
                - CASE WHEN r.start_ns < during.from_ns THEN during.from_ns ELSE r.start_ns END
        END) AS BIGINT), 0) END AS duration_ns,
    r.method AS method,
    r.url AS url,
    r.status AS status,
    r.failed AS failed,
    r.error AS error,
    r.route AS route,
    r.request_id AS request_id,
    MAX(CASE WHEN r.start_ns >= during.from_ns THEN 1 ELSE 0 END) = 1 AS begins,
    COUNT(during.from_ns) > 0 AS is_within
FROM (
    SELECT
        ROW_NUMBER() OVER (ORDER BY q.start_ns) AS number, q.process_id AS process_id, q.thread_id AS thread_id, q.side AS side, q.start_ns AS start_ns,
        q.duration_ns AS duration_ns, q.method AS method, q.url AS url, q.status AS status, q.failed AS failed, q.error AS error, q.route AS route, q.request_id AS request_id
    FROM request q
    WHERE q.rec = $rec AND q.start_ns < $scope_to_ns
) r
LEFT JOIN during ON during.bucket = during_bucket(r.start_ns, COALESCE(r.duration_ns, 0)) AND r.start_ns < during.to_ns AND r.start_ns + COALESCE(r.duration_ns, 0) >= during.from_ns
    AND (r.start_ns >= during.from_ns OR r.start_ns + r.duration_ns > during.from_ns)
GROUP BY r.number, r.process_id, r.thread_id, r.side, r.start_ns, r.duration_ns, r.method, r.url, r.status, r.failed, r.error, r.route, r.request_id
