-- How many types, categories and owners there are values of.
-- All recordings are asked.
-- Columns:
--   metric  text
--   items   count  how many different ones, over all recordings
SELECT metric, COUNT(DISTINCT item) AS items
FROM (
    SELECT metric, item FROM memory_sample WHERE item IS NOT NULL
    UNION ALL
    SELECT 'count', name FROM heap_type WHERE kind = 'object'
) all_items
GROUP BY metric
ORDER BY metric
