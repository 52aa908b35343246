using Fathom.Model;
using Fathom.Storage.DuckDb;
using Fathom.Storage.Recordings;

namespace Fathom.Query.Sessions;

/// <summary>Finds why a query failed that should not.</summary>
internal static class RecordingCheck
{
    /// <summary>What outside the query made it fail: too little memory, or a part that is damaged or gone. Null where the query itself is to blame.</summary>
    public static FathomException? Cause(IReadOnlyList<RecordingReader> recordings, DuckDbException error)
    {
        if (error.Kind == "Out of Memory")
            return new FathomException($"The query needs more memory than it may use: {error.Message}", "Ask for less at once: fewer recordings, or a filter.", ExitCode.Partial, error);
        if (error.Kind is "Parser" or "Binder" or "Catalog" or "Permission")
            return null;
        try
        {
            foreach (RecordingReader recording in recordings)
            {
                foreach (ManifestPart part in recording.Manifest.Parts)
                    recording.Verify(part);
            }
        }
        catch (FathomException damaged)
        {
            return new FathomException(damaged.Message, damaged.NextStep, damaged.ExitCode, damaged.InnerException ?? error) { Details = damaged.Details };
        }

        // A part that fits its checksum and still cannot be read was written by something else.
        RecordingReader? named = recordings.FirstOrDefault(r => error.Message.Contains(r.Folder, StringComparison.Ordinal));
        return named is null ? null : FathomException.Target($"'{named.Path}' cannot be queried: {error.Message}", "record again with this version of Fathom", error);
    }
}
