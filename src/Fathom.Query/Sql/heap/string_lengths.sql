-- Strings of the managed heap by length, in classes from a power of two to the next: how many, how many different texts, and what they occupy.
-- Parameters:
--   $rec  integer  which recording; its newest snapshot answers
-- Columns:
--   length_from     integer  characters
--   length_to       integer  the longest of the class
--   count           count    strings
--   distinct_count  count    texts, without those that were not distinguished
--   size_bytes      bytes    what the strings occupy
--   waste_bytes     bytes    what all but one string of each text occupy
-- Totals: heap/string_totals
SELECT
    b.length_from AS length_from,
    b.length_to AS length_to,
    SUM(s.count) AS count,
    SUM(CASE WHEN s.hash IS NULL THEN 0 ELSE 1 END) AS distinct_count,
    SUM(s.size_bytes) AS size_bytes,
    CAST(SUM(CASE WHEN s.hash IS NULL THEN 0 ELSE s.size_bytes - CAST(s.size_bytes / s.count AS BIGINT) END) AS BIGINT) AS waste_bytes
FROM heap_string s
JOIN (
    VALUES
        (0, 0), (1, 1), (2, 3), (4, 7), (8, 15), (16, 31), (32, 63), (64, 127), (128, 255), (256, 511), (512, 1023), (1024, 2047), (2048, 4095),
        (4096, 8191), (8192, 16383), (16384, 32767), (32768, 65535), (65536, 131071), (131072, 262143), (262144, 524287), (524288, 1048575),
        (1048576, 2097151), (2097152, 4194303), (4194304, 8388607), (8388608, 16777215), (16777216, 33554431), (33554432, 67108863),
        (67108864, 134217727), (134217728, 268435455), (268435456, 536870911), (536870912, 1073741823), (1073741824, 2147483647)
) b(length_from, length_to) ON s.length >= b.length_from AND s.length <= b.length_to
WHERE s.rec = $rec
  AND s.snapshot_id = (SELECT MAX(n.snapshot_id) FROM heap_snapshot n WHERE n.rec = $rec)
GROUP BY b.length_from, b.length_to
ORDER BY b.length_from
