using Fathom.Model;
using Fathom.Sources.Subjects;
using Fathom.Storage.Recordings;

namespace Fathom.Capture.Traces;

/// <summary>The recording that was made of a raw trace before. It counts as long as the trace has the same size and time, and the same version of Fathom made it.</summary>
internal static class KeptTrace
{
    private static readonly string s_version = new RecordingOptions("").ToolVersion;

    /// <summary>Opens it; null where there is none, it is of another state of the trace, or damaged: it is made again then.</summary>
    /// <param name="trace">The trace.</param>
    /// <param name="place">Where its recording is kept.</param>
    public static RecordingReader? TryOpen(FileDescription trace, string place)
    {
        if (!Directory.Exists(place) || !KeptPlace.IsSafe(place))
            return null;
        RecordingReader recording;
        try
        {
            recording = RecordingReader.Open(place);
        }
        catch (FathomException)
        {
            return null;
        }

        if (IsOf(recording.Manifest, trace))
            return recording;
        recording.Dispose();
        return null;
    }

    private static bool IsOf(Manifest manifest, FileDescription trace) =>
        manifest is { Complete: true, Schema: Manifest.CurrentSchema, Sources: [{ } source], Clock: { } clock }
        && manifest.ToolVersion == s_version
        && (Path.GetFileName(source.Path), source.Bytes) == (Path.GetFileName(trace.Path), trace.SizeBytes)
        && clock.UtcAtZero.UtcDateTime == File.GetLastWriteTimeUtc(trace.Path);
}
