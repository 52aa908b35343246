-- What came of the stacks that a recorder copied, or that Windows followed, by the event with which they came.
-- Parameters:
--   $rec  integer  which recording
-- Columns:
--   event              text
--   is_copied          boolean  whether the recorder copied stacks, so that they were followed later
--   stack_count        count  stacks that came
--   whole_count        count  those with all of their frames
--   cut_count          count  those that continue beyond what came
--   lost_count         count  those that lead to an unknown address
--   unfollowed_count   count  those that cannot be followed at all
SELECT
    event,
    stack_bytes IS NOT NULL AS is_copied,
    whole_stacks + cut_stacks + lost_stacks + unfollowed_stacks AS stack_count,
    whole_stacks AS whole_count,
    cut_stacks AS cut_count,
    lost_stacks AS lost_count,
    unfollowed_stacks AS unfollowed_count
FROM recorder_event
WHERE rec = $rec AND whole_stacks IS NOT NULL
ORDER BY stack_count DESC, event
