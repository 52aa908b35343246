-- What malloc keeps free of the private memory of a process, and where: whether it could be given back. No row where the source does not tell.
-- Parameters:
--   $rec  integer  which recording; its newest snapshot answers
-- Columns:
--   free_bytes        bytes  resident, as the next two
--   in_use_bytes      bytes
--   private_bytes     bytes  that no other process maps, of all memory of the process
--   trimmable_bytes   bytes  whole free pages, which malloc_trim gives back
--   arena_free_bytes  bytes  resident, in arenas beside the main one
--   arena_count       count  of these
SELECT m.free_bytes AS free_bytes, m.in_use_bytes AS in_use_bytes, m.private_bytes AS private_bytes,
    COALESCE(a.trimmable_bytes, 0) AS trimmable_bytes, COALESCE(a.arena_free_bytes, 0) AS arena_free_bytes, COALESCE(a.arena_count, 0) AS arena_count
FROM (
    SELECT
        SUM(CASE WHEN r.category = 'malloc' AND p.part = 'free' THEN p.rss_bytes END) AS free_bytes,
        COALESCE(SUM(CASE WHEN r.category = 'malloc' AND p.part = 'in use' THEN p.rss_bytes END), 0) AS in_use_bytes,
        SUM(COALESCE(p.private_bytes, r.private_bytes)) AS private_bytes
    FROM memory_region r
    LEFT JOIN memory_part p ON p.rec = r.rec AND p.snapshot_id = r.snapshot_id AND p.region_id = r.region_id
    WHERE r.rec = $rec AND r.snapshot_id = (SELECT MAX(s.snapshot_id) FROM memory_snapshot s WHERE s.rec = $rec)
) m
CROSS JOIN (
    SELECT
        SUM(l.trimmable_bytes) AS trimmable_bytes,
        SUM(CASE WHEN l.name = 'arena' THEN l.free_resident_bytes END) AS arena_free_bytes,
        SUM(CASE WHEN l.name = 'arena' THEN 1 END) AS arena_count
    FROM malloc_arena l
    WHERE l.rec = $rec AND l.snapshot_id = (SELECT MAX(s.snapshot_id) FROM memory_snapshot s WHERE s.rec = $rec)
) a
WHERE m.free_bytes IS NOT NULL AND m.private_bytes IS NOT NULL
