using Fathom.Model;
using Fathom.Storage.DuckDb;
using Fathom.Storage.Recordings;

namespace Fathom.Query.Sessions;

/// <summary>Finds damaged parts before their numbers are shown.</summary>
internal static class RecordingCheck
{
    /// <summary>
    /// Parts of a session are compared with their checksums up to this many bytes in all, smallest first: it takes about 0.1 s. Beyond it, a query
    /// that reads one column of a large recording would spend its time on the rest; <c>fathom info</c> checks everything.
    /// </summary>
    public const long VerifyBytes = 256L << 20;

    /// <summary>Checks parts within <see cref="VerifyBytes"/>.</summary>
    /// <exception cref="FathomException">A part is damaged.</exception>
    public static void Verify(IReadOnlyList<RecordingReader> recordings)
    {
        List<PartToCheck> parts = [];
        foreach (RecordingReader recording in recordings)
        {
            foreach (ManifestPart part in recording.Manifest.Parts)
                parts.Add(new PartToCheck(recording, part));
        }

        parts.Sort(static (a, b) => a.Part.Bytes.CompareTo(b.Part.Bytes));
        long left = VerifyBytes;
        foreach (PartToCheck part in parts)
        {
            left -= part.Part.Bytes;
            if (left < 0)
                return;
            part.Recording.Verify(part.Part);
        }
    }

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
            return damaged;
        }

        // A part that fits its checksum and still cannot be read was written by something else.
        RecordingReader? named = recordings.FirstOrDefault(r => error.Message.Contains(r.Folder, StringComparison.Ordinal));
        return named is null ? null : FathomException.Target($"'{named.Path}' cannot be queried: {error.Message}", "record again with this version of Fathom", error);
    }

    private sealed record PartToCheck(RecordingReader Recording, ManifestPart Part);
}
