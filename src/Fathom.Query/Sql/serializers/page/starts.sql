-- The first calls of each fresh process; medians are taken of them.
-- Parameters:
--   $rec  integer  which recording
-- Columns:
--   serializer_id    integer  inside of the recording
--   serializer       text
--   role             text
--   runtime          text
--   build            text     jit, r2r or aot
--   case_name        text
--   n                count    objects in the case
--   payload_bytes    bytes    of one object
--   first_write_ns   ns       the first call
--   first_read_ns    ns
--   second_write_ns  ns       the first call with a second type
--   second_read_ns   ns
--   wall_ns          ns       the whole process, as the next two
--   cpu_ns           ns
--   peak_rss_bytes   bytes
--   jitted_methods   count    during the first write and read
SELECT t.serializer_id AS serializer_id, s.name AS serializer, s.role AS role, s.runtime AS runtime, s.build AS build, c.name AS case_name, c.n AS n,
       c.payload_bytes AS payload_bytes, t.first_write_ns AS first_write_ns, t.first_read_ns AS first_read_ns, t.second_write_ns AS second_write_ns,
       t.second_read_ns AS second_read_ns, t.wall_ns AS wall_ns, t.cpu_ns AS cpu_ns, t.peak_rss_bytes AS peak_rss_bytes, t.jitted_methods AS jitted_methods
FROM serializer_start t
JOIN serializer s ON s.rec = $rec AND s.serializer_id = t.serializer_id
LEFT JOIN serializer_case c ON c.rec = $rec AND c.case_id = t.case_id
WHERE t.rec = $rec
ORDER BY t.serializer_id, t.case_id, t.launch
