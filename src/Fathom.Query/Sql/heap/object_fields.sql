-- Fields or elements of one object that was looked into.
-- Parameters:
--   $rec      integer  which recording; its newest snapshot answers
--   $address  integer  the object
--   $kind     text     field or element
--   $skip     integer  positions to skip
-- Columns:
--   name               text            of the field, [number] or [key] of the element
--   value              key text        as text
--   type               text            declared
--   reference_address  address         of the object referred to; null for values
--   address            hidden address  address of the value
--   declared_by        hidden text     the class with the field
SELECT f.name AS name, f.value AS value, f.type AS type, f.reference AS reference_address, f.address AS address, f.declared_by AS declared_by
FROM heap_object_field f
WHERE f.rec = $rec
  AND f.snapshot_id = (SELECT MAX(n.snapshot_id) FROM heap_snapshot n WHERE n.rec = $rec)
  AND f.object_address = $address
  AND f.kind = $kind
  AND f.position >= $skip
ORDER BY f.position
