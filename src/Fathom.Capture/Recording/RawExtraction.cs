using Fathom.Capture.Extraction;
using Fathom.Capture.Subjects;
using Fathom.Model;
using Fathom.Model.Recording;
using Fathom.Recorder.Marks;
using Fathom.Recorder.Segments;
using Fathom.Sources.Subjects;
using Fathom.Sources.Traces.Rows;

namespace Fathom.Capture.Recording;

/// <summary>Makes a recording of the raw files of a recorder, however it ended.</summary>
public static class RawExtraction
{
    /// <summary>Reads them.</summary>
    /// <param name="raw">The folder.</param>
    /// <param name="recording">Where the recording goes.</param>
    /// <param name="replace">Whether one of that name is replaced.</param>
    /// <param name="options">How.</param>
    /// <param name="progress">Told how far it is.</param>
    /// <param name="stop">Cancels it; the raw files stay.</param>
    /// <returns>One for each raw file.</returns>
    /// <exception cref="FathomException">They cannot be read, or the recording cannot be written.</exception>
    public static IReadOnlyList<ExtractedTrace> Run(RawFolder raw, string recording, bool replace, RawExtractionOptions options, IProgress<Progress> progress, CancellationToken stop)
    {
        RecorderNotes? notes = RecorderNotes.TryRead(raw.PathOf(RawFolder.NotesFile));
        if (RunningRecorder.Of(notes, raw.Path) is { } running)
            throw running.Refusal(raw.Path, "its end reads the files");
        if (notes?.RingNs is { } keepNs && Directory.Exists(raw.PathOf(SegmentFiles.Folder)))
            notes = CutRing(raw, notes, keepNs);
        List<string> unread = [];
        FileDescription[] traces = [.. Traces(raw, unread)];
        if (traces.Length == 0)
            throw FathomException.Target($"'{raw.Path}' holds no recorded data.", "the recorder ended before it had recorded anything; record again");
        IReadOnlyList<int> programs = notes is null ? [] : notes.Started is { } started ? [started] : notes.Processes;
        CaptureOptions capture = new(options.Command)
        {
            Time = options.Time,
            SaveTo = recording,
            Replace = replace,
            Labels = notes?.Labels ?? new Dictionary<string, string>(),
            Programs = programs,
            Trace = new TraceOptions { SymbolFolders = options.SymbolFolders, LeftOutProcess = notes?.ProcessId, Programs = programs },
        };
        return JoinedTraces.Read(traces, new RecordedParts(notes, unread, MachineLog(raw), Marks(raw)), capture, progress, stop);
    }

    private static RecorderNotes CutRing(RawFolder raw, RecorderNotes notes, long keepNs)
    {
        try
        {
            return RingCut.OfKilled(raw, notes, keepNs);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw FathomException.Target(
                $"The last part could not be cut out of '{raw.Path}': {e.Message.TrimEnd('.')}.",
                $"free space on its disk; then: fathom extract '{raw.Path}'",
                e);
        }
    }

    // Empty where the recorder was killed at once.
    private static string? MachineLog(RawFolder raw) => new FileInfo(raw.PathOf(RawFolder.MachineFile)) is { Exists: true, Length: > 0 } log ? log.FullName : null;

    private static string? Marks(RawFolder raw) => File.Exists(raw.PathOf(MarkBook.FileName)) ? raw.PathOf(MarkBook.FileName) : null;

    // A source that was killed at once may have left an empty file, or half a head.
    private static IEnumerable<FileDescription> Traces(RawFolder raw, List<string> unread)
    {
        foreach (string path in Directory.EnumerateFiles(raw.Path).Order(StringComparer.Ordinal))
        {
            FileDescription file = FileRecognizer.Describe(path);
            if (file.Format.ReadTrace is not null)
                yield return file;
            else if (path.EndsWith(".nettrace", StringComparison.Ordinal) || path.EndsWith(RawFolder.KernelFile, StringComparison.Ordinal))
                unread.Add(Path.GetFileName(path));
        }
    }
}
