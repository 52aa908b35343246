-- What came of the stacks that a recorder copied, by the event with which it copied them.
-- Parameters:
--   $rec  integer  which recording
-- Columns:
--   event              text
--   stack_count        count  stacks that were copied
--   whole_count        count  those with all of their frames
--   cut_count          count  those that continue beyond the copied part
--   lost_count         count  those that lead to an unknown address
--   unfollowed_count   count  those that cannot be followed at all
SELECT
    event,
    whole_stacks + cut_stacks + lost_stacks + unfollowed_stacks AS stack_count,
    whole_stacks AS whole_count,
    cut_stacks AS cut_count,
    lost_stacks AS lost_count,
    unfollowed_stacks AS unfollowed_count
FROM recorder_event
WHERE rec = $rec AND whole_stacks IS NOT NULL
ORDER BY stack_count DESC, event
