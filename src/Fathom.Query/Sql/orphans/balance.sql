-- Where the memory of the machine is. The rows without part_of add up to MemTotal; the others follow the row that they say more about, or are swap.
-- Parts without bytes are left out; cached files are another query.
-- Parameters:
--   $rec  integer  which recording; its newest snapshot answers
-- Columns:
--   kind        text
--   size_bytes  bytes
--   part_of     text   the kind that it is a part of
--   name        text   which file, device or size of page
-- Snapshot: yes
SELECT m.kind AS kind, m.size_bytes AS size_bytes, m.part_of AS part_of, m.name AS name
FROM machine_memory m
LEFT JOIN machine_memory whole
    ON whole.rec = m.rec AND whole.snapshot_id = m.snapshot_id AND whole.part_of IS NULL AND whole.kind = m.part_of
WHERE m.rec = $rec
  AND m.snapshot_id = (SELECT MAX(s.snapshot_id) FROM machine_snapshot s WHERE s.rec = $rec)
  AND m.size_bytes <> 0
  AND m.kind <> 'cached file'
  AND m.kind <> 'cached files'
ORDER BY
    CASE WHEN m.part_of IS NULL THEN m.position WHEN whole.position IS NULL THEN 1000000 ELSE whole.position END,
    CASE WHEN m.part_of IS NULL THEN 0 ELSE 1 END,
    m.position
