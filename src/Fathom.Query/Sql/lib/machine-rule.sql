-- What is made of the figures of a machine, each from one of them: factor * amount / whole, where whole is the time or, of a level, 1.
-- Columns:
--   place      key integer  order of resources
--   resource   text
--   topic      text
--   item       text         the only one that it is made of; null for each
--   fact       text
--   way        text         time or level
--   factor     real
--   unit       text
--   threshold  real         it limits programs where the mean is above; null for none
SELECT
    12 AS place, 'pressure cpu' AS resource, 'pressure' AS topic, 'cpu' AS item, 'some_ns' AS fact, 'time' AS way,
    CAST(100 AS DOUBLE) AS factor, '%' AS unit, CAST(NULL AS DOUBLE) AS threshold
UNION ALL SELECT 22, 'pressure memory', 'pressure', 'memory', 'some_ns', 'time', 100, '%', 5
UNION ALL SELECT 23, 'pressure memory, all', 'pressure', 'memory', 'full_ns', 'time', 100, '%', NULL
UNION ALL SELECT 24, 'swap in', 'memory', NULL, 'swap_in_bytes', 'time', 953.67431640625, 'MiB/s', 1
UNION ALL SELECT 25, 'swap out', 'memory', NULL, 'swap_out_bytes', 'time', 953.67431640625, 'MiB/s', NULL
UNION ALL SELECT 26, 'major faults', 'memory', NULL, 'major_faults', 'time', 1000000000, '/s', NULL
UNION ALL SELECT 27, 'page faults', 'memory', NULL, 'faults', 'time', 1000000000, '/s', NULL
UNION ALL SELECT 28, 'dirty memory', 'memory', NULL, 'dirty_bytes', 'level', 0.00000095367431640625, 'MiB', NULL
UNION ALL SELECT 31, 'disk busy', 'disk', NULL, 'busy_ns', 'time', 100, '%', 80
UNION ALL SELECT 32, 'disk queue', 'disk', NULL, 'queue_ns', 'time', 1, 'requests', NULL
UNION ALL SELECT 33, 'disk read', 'disk', NULL, 'read_bytes', 'time', 953.67431640625, 'MiB/s', NULL
UNION ALL SELECT 34, 'disk write', 'disk', NULL, 'write_bytes', 'time', 953.67431640625, 'MiB/s', NULL
UNION ALL SELECT 36, 'pressure io', 'pressure', 'io', 'some_ns', 'time', 100, '%', NULL
UNION ALL SELECT 37, 'pressure io, all', 'pressure', 'io', 'full_ns', 'time', 100, '%', NULL
UNION ALL SELECT 41, 'net received', 'network', NULL, 'received_bytes', 'time', 953.67431640625, 'MiB/s', NULL
UNION ALL SELECT 42, 'net sent', 'network', NULL, 'sent_bytes', 'time', 953.67431640625, 'MiB/s', NULL
UNION ALL SELECT 43, 'net drops in', 'network', NULL, 'received_drops', 'time', 1000000000, '/s', NULL
UNION ALL SELECT 44, 'net drops out', 'network', NULL, 'sent_drops', 'time', 1000000000, '/s', NULL
UNION ALL SELECT 45, 'TCP retransmits', 'tcp', NULL, 'retransmits', 'time', 1000000000, '/s', NULL
UNION ALL SELECT 46, 'TCP listen drops', 'tcp', NULL, 'listen_drops', 'time', 1000000000, '/s', NULL
UNION ALL SELECT 51, 'group cpu', 'control_group', NULL, 'cpu_ns', 'time', 100, '% of 1', NULL
UNION ALL SELECT 53, 'group held back', 'control_group', NULL, 'throttled_ns', 'time', 100, '% of 1', NULL
UNION ALL SELECT 55, 'group at limit', 'control_group', NULL, 'memory_max_hits', 'time', 1000000000, '/s', NULL
UNION ALL SELECT 56, 'group OOM kills', 'control_group', NULL, 'oom_kills', 'time', 1000000000, '/s', NULL
UNION ALL SELECT 57, 'group memory', 'control_group', NULL, 'memory_bytes', 'level', 0.00000095367431640625, 'MiB', NULL
