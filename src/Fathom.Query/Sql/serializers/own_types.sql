-- What the user's own types are: each is one case.
-- Parameters:
--   $rec  integer  which recording
-- Columns:
--   description  text  the type, where its data is from, what was left out, what reading it costs
SELECT c.description AS description
FROM serializer_case c
WHERE c.rec = $rec AND c.name = 'own-type'
ORDER BY c.case_id
