-- Fields or elements of one object that was looked into.
-- Parameters: $rec UINTEGER: which recording; its newest snapshot answers. $address UBIGINT: the object. $kind VARCHAR: field or element.
--             $skip INTEGER: positions to pass.
-- Columns:    name: of the field, [number] or [key] of the element; value: as text; type: declared; reference: address of the object referred to, null for
--             values; address: where the value stands; declared_by: the class with the field.
SELECT f.name AS name, f.value AS value, f.type AS type, f.reference AS reference_address, f.address AS address, f.declared_by AS declared_by
FROM heap_object_field f
WHERE f.rec = $rec
  AND f.snapshot_id = (SELECT MAX(n.snapshot_id) FROM heap_snapshot n WHERE n.rec = $rec)
  AND f.object_address = $address
  AND f.kind = $kind
  AND f.position >= $skip
ORDER BY f.position
