using Fathom.Files;
using Fathom.Formats.MachineLog;
using Fathom.Formats.PerfData.Cutting;
using Fathom.Model;
using Fathom.Recorder.Kernel;
using Fathom.Recorder.Marks;
using Fathom.Recorder.Runtimes;
using Fathom.Recorder.Segments;
using Fathom.Sources.Surroundings;

namespace Fathom.Capture.Recording;

/// <summary>Makes the raw files of a span of time of the segments of a ring: the same that a recorder would have made that began and ended then.</summary>
internal static class RingCut
{
    private const string OldSuffix = ".old";

    private static readonly Dictionary<string, IReadOnlyList<Func<Stream>>> s_noNames = [];

    /// <summary>Makes them.</summary>
    /// <param name="raw">The folder of the ring.</param>
    /// <param name="into">The folder that gets them; may be the same, where the recorder has ended.</param>
    /// <param name="window">The span.</param>
    /// <param name="kernel">What recorded the kernel; null for nothing.</param>
    /// <param name="runtimes">What recorded runtimes.</param>
    /// <param name="machine">What writes the log of the machine; null where it has ended.</param>
    /// <param name="names">What runtimes told of their code for this; null where it is in their streams.</param>
    /// <returns>The sources, the window with the size of what was there at its begin, samples, and mappings that found no room in it.</returns>
    /// <exception cref="IOException">One cannot be written.</exception>
    public static (IReadOnlyList<SourceWindow> Sources, RecordWindow Window, long Samples, long Unmapped) Make(
        RawFolder raw,
        RawFolder into,
        RecordWindow window,
        KernelRecorder? kernel,
        RuntimePart runtimes,
        MachineWatch? machine,
        IReadOnlyDictionary<string, IReadOnlyList<Func<Stream>>>? names)
    {
        List<SourceWindow> sources = [];
        PerfCut? cut = kernel?.Cut(window.Span, into.PathOf(RawFolder.KernelFile));
        if (cut is not null)
            sources.Add(new SourceWindow(RawFolder.KernelFile, "kernel", null, Math.Max(window.FromNs, kernel!.StartNs), window.ToNs, cut.Bytes));
        IReadOnlyList<RuntimeSource> made = runtimes.Cut(window.Span, names ?? s_noNames, into.Path);
        sources.AddRange(RuntimePart.WindowsOf(made));
        CutMachine(raw, into, window, machine);
        if (into.Path != raw.Path && File.Exists(raw.PathOf(MarkBook.FileName)))
            OwnFile.Copy(raw.PathOf(MarkBook.FileName), into.PathOf(MarkBook.FileName));
        return (sources, window with { StateBytes = cut?.StateBytes ?? 0 }, cut?.Samples ?? 0, cut?.MappingsWithoutRoom ?? 0);
    }

    /// <summary>
    /// Makes the raw files of a ring whose recorder was killed, or could not make them: of the last records that it wrote, and the time
    /// before them that was asked for. Files that are there are whole.
    /// </summary>
    /// <param name="raw">The folder.</param>
    /// <param name="notes">What its recorder said.</param>
    /// <param name="keepNs">How long it was to be kept.</param>
    /// <returns>What is said of these files; it is in the folder too.</returns>
    /// <exception cref="IOException">One cannot be written; the segments stay.</exception>
    public static RecorderNotes OfKilled(RawFolder raw, RecorderNotes notes, long keepNs)
    {
        foreach (string stale in Directory.GetFiles(raw.Path, "*" + SegmentCut.PartialSuffix))
            OwnTree.DeleteFile(stale);
        string folder = raw.PathOf(SegmentFiles.Folder);
        IReadOnlyList<string> names = SegmentFiles.Names(folder);
        long lastNs = names.Contains(RawFolder.KernelFile) ? PerfMoment.LastNs(SegmentFiles.Of(folder, RawFolder.KernelFile)) : 0;
        // Without those of the kernel only a recorder that was not killed tells when it ended.
        if (lastNs == 0)
            lastNs = notes.Sources.Select(static each => each.StopNs).DefaultIfEmpty().Max();
        (long FromNs, long ToNs) known = lastNs > 0 ? (Math.Max(0, lastNs - keepNs), lastNs + 1) : (0, long.MaxValue);
        (long FromNs, long ToNs) span = notes.Window?.Span ?? known;
        long stateBytes = notes.Window?.StateBytes ?? 0;
        foreach (string name in names)
        {
            if (name.Contains(RuntimeRecorder.NamesName, StringComparison.Ordinal) || File.Exists(raw.PathOf(name)))
                continue;
            if (name == RawFolder.KernelFile)
                stateBytes = SegmentCut.Kernel(folder, name, span, raw.PathOf(name))?.StateBytes ?? 0;
            else
                SegmentCut.Runtime(folder, name, span, null, raw.PathOf(name));
        }

        if (lastNs > 0)
            CutMachine(raw, raw, new RecordWindow(span.FromNs, span.ToNs, span.FromNs, 0), null);
        // Before the segments are gone: who comes again finds these.
        RecorderNotes cut = InWindow(raw, notes, span, stateBytes);
        cut.Write(raw.PathOf(RawFolder.NotesFile));
        RemoveSegments(raw);
        return cut;
    }

    /// <summary>Removes the segments, after all was cut out of them. A kill meanwhile leaves nothing that is taken for a ring.</summary>
    /// <param name="raw">The folder.</param>
    public static void RemoveSegments(RawFolder raw)
    {
        string folder = raw.PathOf(SegmentFiles.Folder), old = folder + OldSuffix;
        try
        {
            OwnTree.RenameUnlessThere(folder, old);
            OwnTree.DeleteFolder(old);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // They go with the folder.
        }
    }

    // What was counted and unwound was so in all of the time.
    private static RecorderNotes InWindow(RawFolder raw, RecorderNotes notes, (long FromNs, long ToNs) span, long stateBytes)
    {
        long startNs = notes.Sources.Select(static each => each.StartNs).DefaultIfEmpty(span.FromNs).Min();
        // Nothing was given up.
        if (span.FromNs == 0 || (notes.Sources.Count > 0 && startNs > span.FromNs))
            return notes;
        return notes with
        {
            Window = new RecordWindow(span.FromNs, span.ToNs, notes.Window?.StartNs ?? startNs, stateBytes),
            Sources =
            [
                .. notes.Sources.Where(each => File.Exists(raw.PathOf(each.File))).Select(each => each with
                {
                    StartNs = Math.Max(each.StartNs, span.FromNs),
                    StopNs = Math.Min(each.StopNs, span.ToNs),
                    Bytes = new FileInfo(raw.PathOf(each.File)).Length,
                }),
            ],
            Counts = [],
            Stacks = [],
            Lost = [.. notes.Lost.Where(each => each.ToNs > span.FromNs && each.FromNs < span.ToNs)],
            Silent = [.. notes.Silent.Where(each => each.ToNs > span.FromNs && each.FromNs < span.ToNs)],
        };
    }

    private static void CutMachine(RawFolder raw, RawFolder into, RecordWindow window, MachineWatch? machine)
    {
        string log = raw.PathOf(RawFolder.MachineFile), path = into.PathOf(RawFolder.MachineFile);
        string partial = path + SegmentCut.PartialSuffix, copy = partial + ".log";
        if (!File.Exists(log))
            return;
        try
        {
            // While it is written its begin may be given up.
            machine?.CopyTo(copy);
            using (FileStream file = RegularFile.OpenRead(machine is null ? log : copy))
                MachineLogCut.Write(file, window.Span, isWhole: machine is not null, OwnFile.Remake(partial), CancellationToken.None);
            OwnTree.Rename(partial, path);
        }
        catch (FathomException)
        {
            // It has not begun.
            OwnTree.DeleteFile(partial);
        }
        finally
        {
            OwnTree.DeleteFile(copy);
        }
    }
}
