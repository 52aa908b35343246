-- The fresh processes of every serializer, one row each; a serializer whose process failed has its result.
-- Parameters:
--   $rec  integer  which recording
-- Columns:
--   serializer_id    integer  inside of the recording
--   case_id          integer  inside of the recording
--   serializer       text
--   role             text
--   runtime          text
--   build            text     jit, r2r or aot
--   case_name        text     of the first type
--   outcome          text
--   detail           text     why it is not ok
--   launch           integer  the process; null where none ended well
--   first_write_ns   ns       the first call
--   first_read_ns    ns
--   second_write_ns  ns       the first call with a second type
--   second_read_ns   ns
--   wall_ns          ns       the whole process, as the next two
--   cpu_ns           ns
--   peak_rss_bytes   bytes
--   jitted_methods   count    during the first two calls, as the next three
--   jit_ns           ns
--   assemblies       count
--   failed_loads     count
SELECT r.serializer_id AS serializer_id, r.case_id AS case_id, s.name AS serializer, s.role AS role, s.runtime AS runtime, s.build AS build, c.name AS case_name,
       r.outcome AS outcome, r.detail AS detail, t.launch AS launch, t.first_write_ns AS first_write_ns, t.first_read_ns AS first_read_ns,
       t.second_write_ns AS second_write_ns, t.second_read_ns AS second_read_ns, t.wall_ns AS wall_ns, t.cpu_ns AS cpu_ns, t.peak_rss_bytes AS peak_rss_bytes,
       t.jitted_methods AS jitted_methods, t.jit_ns AS jit_ns, t.assemblies AS assemblies, t.failed_loads AS failed_loads
FROM serializer_result r
JOIN serializer s ON s.rec = $rec AND s.serializer_id = r.serializer_id
JOIN serializer_case c ON c.rec = $rec AND c.case_id = r.case_id
LEFT JOIN serializer_start t ON t.rec = $rec AND t.serializer_id = r.serializer_id AND t.case_id = r.case_id
WHERE r.rec = $rec AND (r.outcome <> 'ok' OR t.launch IS NOT NULL)
ORDER BY r.case_id, r.serializer_id, r.outcome, t.launch
