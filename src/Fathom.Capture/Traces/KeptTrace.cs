using System.Globalization;
using Fathom.Files;
using Fathom.Model;
using Fathom.Sources.Subjects;
using Fathom.Storage.Recordings;

namespace Fathom.Capture.Traces;

/// <summary>
/// The recording that was made of a raw trace before, and stays as long as the trace is the same. A label of its manifest says of which state of the trace it is; a recording without that label
/// was kept by the user and is never replaced.
/// </summary>
internal static class KeptTrace
{
    /// <summary>The label.</summary>
    public const string Label = "kept_of";

    /// <summary>The label of one that lacks parts by the user's wish. It answers for itself only, and never for the trace.</summary>
    public const string PartLabel = "partly_kept_of";

    /// <summary>What the label of a recording of this state of the trace says, made by these readers. A link counts as what it leads to.</summary>
    /// <param name="trace">The trace.</param>
    /// <param name="leftOut">Parts that the recording lacks; null for none.</param>
    public static string StateOf(FileDescription trace, LeftOutParts? leftOut = null) => StateOf(trace, leftOut, TraceReaders.Build);

    /// <summary>The same for readers of another build.</summary>
    public static string StateOf(FileDescription trace, LeftOutParts? leftOut, string build)
    {
        FileSystemInfo file = new FileInfo(trace.Path);
        file = file.ResolveLinkTarget(returnFinalTarget: true) ?? file;
        long size = file is FileInfo { Exists: true } one ? one.Length : trace.SizeBytes;
        string without = leftOut is null ? "" : $", without {string.Join(',', leftOut.Tables)}";
        return string.Create(CultureInfo.InvariantCulture, $"{trace.Format.Name} of {size} bytes, {file.LastWriteTimeUtc.Ticks}, by {build}{without}");
    }

    /// <summary>The label of a recording that lacks these parts; null for none.</summary>
    public static string LabelOf(LeftOutParts? leftOut) => leftOut is null ? Label : PartLabel;

    /// <summary>Opens it; null where there is none, it is of another state of the trace, or damaged: it is made again then.</summary>
    /// <param name="trace">The trace.</param>
    public static RecordingReader? TryOpen(FileDescription trace) => KeptPlace.Existing(trace.Path).Select(place => TryOpen(trace, place)).FirstOrDefault(static found => found is not null);

    /// <summary>The same at one place, which is trusted.</summary>
    public static RecordingReader? TryOpen(FileDescription trace, string place, LeftOutParts? leftOut = null)
    {
        RecordingReader? recording = null;
        try
        {
            if (!Directory.Exists(place))
                return null;
            recording = RecordingReader.Open(place);
            if (recording.Manifest is { Complete: true, Schema: Manifest.CurrentSchema } manifest && manifest.Labels.GetValueOrDefault(LabelOf(leftOut)) == StateOf(trace, leftOut))
            {
                foreach (ManifestPart part in manifest.Parts)
                    recording.Verify(part);
                return recording;
            }
        }
        catch (FathomException)
        {
            // Damaged, or of a newer version.
        }

        recording?.Dispose();
        return null;
    }

    /// <summary>Whether what stands at a place was kept of a trace, whole, and not by the user.</summary>
    public static bool MayReplace(string place) => IsOurs(place, Label);

    /// <summary>Whether it was made by <c>extract</c> for a folder that the user named, whole or not.</summary>
    public static bool MayReplaceAny(string place) => IsOurs(place, Label) || IsOurs(place, PartLabel);

    private static bool IsOurs(string place, string label)
    {
        try
        {
            using RecordingReader recording = RecordingReader.Open(place);
            return recording.Manifest.Labels.ContainsKey(label);
        }
        catch (FathomException)
        {
            // What cannot be opened is looked at by its text: a damaged one is ours if it says so.
            return SaysSo(Path.Combine(place, "manifest.json"), label);
        }
    }

    private static bool SaysSo(string manifest, string label)
    {
        const long most = 16 << 20;
        try
        {
            return File.Exists(manifest) && new FileInfo(manifest).Length < most && RegularFile.ReadAllText(manifest).Contains($"\"{label}\"", StringComparison.Ordinal);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }
}
