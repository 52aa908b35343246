-- Memory that is in the resident set of no process, the largest case first.
-- Parameters:
--   $rec  integer  which recording; its newest snapshot answers
-- Columns:
--   kind        text
--   size_bytes  key bytes    in memory or swapped out
--   owner_pid   integer      who holds it, or the last known holder
--   owner       text         its name
--   name        key text     its own
--   count       count        things of this kind, owner and name
--   evidence    hidden text  where it was found
-- Totals: orphans/totals
-- Snapshot: yes
SELECT o.kind AS kind, o.size_bytes AS size_bytes, o.owner_pid AS owner_pid, o.owner AS owner, o.name AS name, o.count AS count, o.evidence AS evidence
FROM orphan o
WHERE o.rec = $rec
  AND o.snapshot_id = (SELECT MAX(s.snapshot_id) FROM machine_snapshot s WHERE s.rec = $rec)
ORDER BY o.size_bytes DESC, o.orphan_id
