-- What the arenas of malloc hold and what of it is free; large blocks have mappings of their own and are never free. in_use_bytes, free_bytes and not_known_bytes add up to size_bytes.
-- Parameters:
--   $rec  integer  which recording; its newest snapshot answers
-- Columns:
--   arena                text            main arena, arena (of threads), large blocks
--   address              hidden address  of its state, null where there is none
--   thread_count         count           that allocate from it, null where that is not known
--   size_bytes           key bytes       what it has from the kernel, resident or not
--   in_use_bytes         bytes           held by the program, with the heads of blocks; null, as all that follows, where nothing is known
--   in_use_count         count           blocks
--   free_bytes           key bytes       kept for later
--   free_count           hidden count    chunks
--   largest_free_bytes   bytes           the longest of them
--   trimmable_bytes      bytes           whole resident pages that are free, which malloc_trim gives back; null of a core alone
--   free_resident_bytes  hidden bytes    of free_bytes; null of a core alone
--   top_bytes            hidden bytes    of free_bytes, at the end of heaps
--   cached_bytes         bytes           of free_bytes, in caches of threads and in fast bins; null where these were not found
--   not_known_bytes      bytes           what could not be followed
--   heap_count           hidden count
--   problem              text            why something is not known
-- Totals: memory/totals
-- Snapshot: yes
SELECT
    a.name AS arena, a.address AS address, a.thread_count AS thread_count, a.size_bytes AS size_bytes, a.in_use_bytes AS in_use_bytes, a.in_use_count AS in_use_count,
    a.free_bytes AS free_bytes, a.free_count AS free_count, a.largest_free_bytes AS largest_free_bytes, a.trimmable_bytes AS trimmable_bytes,
    a.free_resident_bytes AS free_resident_bytes, a.top_bytes AS top_bytes, a.cached_bytes AS cached_bytes, a.not_known_bytes AS not_known_bytes,
    CAST(a.heap_count AS BIGINT) AS heap_count, a.problem AS problem
FROM malloc_arena a
WHERE a.rec = $rec AND a.snapshot_id = (SELECT MAX(s.snapshot_id) FROM memory_snapshot s WHERE s.rec = $rec)
ORDER BY a.size_bytes DESC, a.arena_id
