-- Managed modules of a recording; those of unloaded contexts, which should be gone, first.
-- Parameters: $rec UINTEGER: the recording.
-- Columns:    name: file or assembly; load_context: null for none of its own; kind: file, memory or dynamic; collectible; unloading: its context was
--             unloaded; size_bytes: of the image; path.
SELECT m.name, m.load_context, m.kind, m.collectible, m.unloading, m.size_bytes, m.path
FROM module m
WHERE m.rec = $rec
ORDER BY CASE WHEN m.unloading THEN 0 ELSE 1 END, m.name, m.load_context, m.module_id
