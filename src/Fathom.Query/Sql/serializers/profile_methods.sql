-- The methods that the samples of profiled operations were in: those that are in at least one of a hundred.
-- Parameters:
--   $rec  integer  which recording
-- Columns:
--   case_name      hidden text
--   n              hidden count    objects in the case
--   payload_bytes  hidden bytes    of one object
--   serializer     text
--   operation      text
--   part           text            what the samples count for
--   method         text            with its type
--   self_percent   percent         of the operation's time, in which it was the innermost method: an estimate
--   low_percent    percent         lower bound, 95 % confidence with high_percent (Wilson)
--   high_percent   percent
--   total_percent  percent         in which it or what it called was the innermost
--   self_samples   count           that this rests on
--   total_samples  hidden count
--   self_ns        hidden real ns  of one operation
--   lane           hidden text
--   runtime        hidden text
--   build          hidden text     jit, r2r or aot
SELECT x.case_name AS case_name, x.n AS n, x.payload_bytes AS payload_bytes, x.serializer AS serializer, x.operation AS operation, x.part AS part, x.method AS method,
       x.left_percent * x.hit AS self_percent,
       x.left_percent * (x.hit + x.square / 2 - SQRT(x.square * x.hit * (1 - x.hit) + x.square * x.square / 4)) / (1 + x.square) AS low_percent,
       x.left_percent * (x.hit + x.square / 2 + SQRT(x.square * x.hit * (1 - x.hit) + x.square * x.square / 4)) / (1 + x.square) AS high_percent,
       x.left_percent * x.total_samples / x.samples AS total_percent, x.self_samples AS self_samples, x.total_samples AS total_samples,
       x.left_ns * x.hit / x.iterations AS self_ns, x.lane AS lane, x.runtime AS runtime, x.build AS build
FROM (
    SELECT c.name AS case_name, c.n AS n, c.payload_bytes AS payload_bytes, s.name AS serializer, m.operation AS operation, m.lane AS lane, m.part AS part, m.method AS method,
           m.self_samples AS self_samples, m.total_samples AS total_samples, p.samples AS samples, p.iterations AS iterations, e.left_ns AS left_ns,
           100.0 * e.left_ns / p.duration_ns AS left_percent, CAST(m.self_samples AS DOUBLE) / p.samples AS hit, 3.8414588206941254 / p.samples AS square,
           m.case_id AS case_id, m.serializer_id AS serializer_id, s.runtime AS runtime, s.build AS build
    FROM serializer_profile_method m
    JOIN serializer s ON s.rec = $rec AND s.serializer_id = m.serializer_id
    JOIN serializer_case c ON c.rec = $rec AND c.case_id = m.case_id
    JOIN serializer_profile p ON p.rec = $rec AND p.serializer_id = m.serializer_id AND p.case_id = m.case_id AND p.operation = m.operation AND p.lane = m.lane
    JOIN (
        SELECT t.serializer_id AS serializer_id, t.case_id AS case_id, t.operation AS operation, t.lane AS lane, SUM(CAST(t.duration_ns AS DOUBLE)) AS left_ns
        FROM serializer_profile_part t
        WHERE t.rec = $rec AND t.how = 'estimated'
        GROUP BY t.serializer_id, t.case_id, t.operation, t.lane
    ) e ON e.serializer_id = m.serializer_id AND e.case_id = m.case_id AND e.operation = m.operation AND e.lane = m.lane
    WHERE m.rec = $rec AND m.total_samples * 100 >= p.samples
) x
ORDER BY x.case_id, x.serializer_id, x.lane, CASE x.operation WHEN 'serialize' THEN 1 ELSE 2 END, x.self_samples DESC, x.total_samples DESC, x.part, x.method
