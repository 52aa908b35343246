-- The first calls of each fresh process; medians are taken of them.
-- Parameters: $rec UINTEGER: which recording.
-- Columns:    serializer_id: inside of the recording; serializer: its name; role; runtime; build; case_name; n; payload_bytes; first_write_ns, first_read_ns,
--             second_write_ns, second_read_ns: of the first and of a second type; wall_ns, cpu_ns: of the whole process; peak_rss_bytes; jitted_methods: during the
--             first write and read.
SELECT t.serializer_id AS serializer_id, s.name AS serializer, s.role AS role, s.runtime AS runtime, s.build AS build, c.name AS case_name, c.n AS n,
       c.payload_bytes AS payload_bytes, t.first_write_ns AS first_write_ns, t.first_read_ns AS first_read_ns, t.second_write_ns AS second_write_ns,
       t.second_read_ns AS second_read_ns, t.wall_ns AS wall_ns, t.cpu_ns AS cpu_ns, t.peak_rss_bytes AS peak_rss_bytes, t.jitted_methods AS jitted_methods
FROM serializer_start t
JOIN serializer s ON s.rec = $rec AND s.serializer_id = t.serializer_id
LEFT JOIN serializer_case c ON c.rec = $rec AND c.case_id = t.case_id
WHERE t.rec = $rec
ORDER BY t.serializer_id, t.case_id, t.launch
