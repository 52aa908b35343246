-- Where the frames of a trace come from, how many have names, and why others have none. Frames count in all samples, as often as they are on a stack.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   module          text
--   kind            text     kernel, native, assembly (compiled ahead of time), compiled (while the process ran), or unknown
--   pid             integer  null for what processes share
--   frames          count    in all samples
--   unnamed_frames  count    those without a name
--   named_percent   percent
--   places          count    different places of code
--   unnamed_places  hidden count
--   version         text     null where the trace does not say
--   build_id        text     null where the trace does not say
--   symbol_file     hidden text  name of the PDB; null where there is none
--   path            hidden text  as it was recorded
--   reason          text     why some have no name; null where all have one
SELECT
    i.name AS module,
    i.kind AS kind,
    i.pid AS pid,
    t.frames AS frames,
    t.unnamed_frames AS unnamed_frames,
    CAST(100 AS DOUBLE) * (t.frames - t.unnamed_frames) / NULLIF(t.frames, 0) AS named_percent,
    t.places AS places,
    t.unnamed_places AS unnamed_places,
    i.version AS version,
    i.build_id AS build_id,
    i.symbol_file AS symbol_file,
    i.path AS path,
    CASE WHEN t.unnamed_places > 0 THEN i.reason ELSE NULL END AS reason
FROM code_image i
JOIN (
    SELECT
        p.image_id AS image_id,
        CAST(SUM(p.frame_count) AS BIGINT) AS frames,
        CAST(SUM(CASE WHEN p.named THEN 0 ELSE p.frame_count END) AS BIGINT) AS unnamed_frames,
        COUNT(*) AS places,
        CAST(SUM(CASE WHEN p.named THEN 0 ELSE 1 END) AS BIGINT) AS unnamed_places
    FROM frame_place p
    WHERE p.rec = $rec
    GROUP BY p.image_id
) t ON t.image_id = i.image_id
WHERE i.rec = $rec
ORDER BY unnamed_frames DESC, frames DESC, module, path, build_id, pid, i.image_id
