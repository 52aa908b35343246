-- Where the time of profiled operations goes, a row per part; a serializer that could not be profiled has its result.
-- Parameters:
--   $rec  integer  which recording
-- Columns:
--   case_name           text
--   n                   hidden count    objects in the case
--   payload_bytes       hidden bytes    of one object
--   serializer          text
--   operation           text
--   part                text            what the time is spent for
--   operation_ns        real ns         of one operation, while events were on
--   share_percent       percent         of the operation
--   low_percent         percent         lower bound of an estimate, 95 % confidence with high_percent
--   high_percent        percent
--   samples             count           that an estimate rests on
--   how                 text            measured or estimated
--   outcome             text
--   detail              hidden text     why there is nothing
--   lane                hidden text
--   runtime             hidden text
--   build               hidden text     jit, r2r or aot
--   iterations          hidden count    operations
--   watched_ns          hidden real ns  one operation with events
--   plain_ns            hidden real ns  one operation without
--   slowed              hidden real     how many times as long events made it
--   counted_ns          hidden real ns  the same part of one operation by the runtime's own counter, for gc and jit
--   jitted_methods      hidden count    that the thread compiled
--   background_methods  hidden count    what other threads compiled at the same time
--   background_ns       hidden ns       how long that took
--   unfinished_methods  hidden count    compilations whose end was not told
--   lost_events         hidden count
--   lost_samples        hidden count
--   problem             hidden text     what else is missing
--   settled             hidden boolean  whether tiered compilation had come to rest
SELECT c.name AS case_name, c.n AS n, c.payload_bytes AS payload_bytes, s.name AS serializer, p.operation AS operation, t.part AS part,
       CAST(t.duration_ns AS DOUBLE) / p.iterations AS operation_ns,
       100.0 * t.duration_ns / p.duration_ns AS share_percent, 100.0 * t.low_ns / p.duration_ns AS low_percent, 100.0 * t.high_ns / p.duration_ns AS high_percent,
       t.samples AS samples, t.how AS how, r.outcome AS outcome, r.detail AS detail, p.lane AS lane, s.runtime AS runtime, s.build AS build, p.iterations AS iterations,
       CAST(p.duration_ns AS DOUBLE) / p.iterations AS watched_ns, CAST(p.plain_ns AS DOUBLE) / p.plain_iterations AS plain_ns,
       (CAST(p.duration_ns AS DOUBLE) / p.iterations) / (CAST(p.plain_ns AS DOUBLE) / p.plain_iterations) AS slowed,
       CASE t.part WHEN 'gc' THEN CAST(p.gc_ns AS DOUBLE) / p.iterations WHEN 'jit' THEN CAST(p.jit_ns AS DOUBLE) / p.iterations ELSE NULL END AS counted_ns,
       p.jitted_methods AS jitted_methods, p.background_methods AS background_methods, p.background_ns AS background_ns, p.unfinished_methods AS unfinished_methods,
       p.lost_events AS lost_events, p.lost_samples AS lost_samples, p.problem AS problem, p.is_settled = 1 AS settled
FROM serializer_result r
JOIN serializer s ON s.rec = $rec AND s.serializer_id = r.serializer_id
JOIN serializer_case c ON c.rec = $rec AND c.case_id = r.case_id
LEFT JOIN serializer_profile p ON p.rec = $rec AND p.serializer_id = r.serializer_id AND p.case_id = r.case_id
LEFT JOIN serializer_profile_part t
       ON t.rec = $rec AND t.serializer_id = p.serializer_id AND t.case_id = p.case_id AND t.operation = p.operation AND t.lane = p.lane
WHERE r.rec = $rec AND (r.outcome <> 'ok' OR t.part IS NOT NULL)
ORDER BY r.case_id, r.serializer_id, p.lane, CASE p.operation WHEN 'serialize' THEN 1 ELSE 2 END,
         CASE t.part WHEN 'serializer' THEN 1 WHEN 'serializer or copy' THEN 2 WHEN 'copy' THEN 3 WHEN 'gc' THEN 4 WHEN 'jit' THEN 5 WHEN 'suite' THEN 6 WHEN 'sampling' THEN 7 ELSE 8 END
