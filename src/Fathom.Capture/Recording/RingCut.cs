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
    private static readonly Dictionary<string, IReadOnlyList<Func<Stream>>> s_noNames = [];

    /// <summary>Makes them.</summary>
    /// <param name="raw">The folder of the ring.</param>
    /// <param name="into">The folder that gets them; may be the same, where the recorder has ended.</param>
    /// <param name="window">The span.</param>
    /// <param name="kernel">What recorded the kernel; null for nothing.</param>
    /// <param name="runtimes">What recorded runtimes.</param>
    /// <param name="machine">What writes the log of the machine; null where it has ended.</param>
    /// <param name="names">What runtimes told of their code for this; null where it is in their streams.</param>
    /// <returns>The sources, and the window with the size of what was there at its begin.</returns>
    /// <exception cref="IOException">One cannot be written.</exception>
    public static (IReadOnlyList<SourceWindow> Sources, RecordWindow Window, long Samples) Make(
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
        return (sources, window with { StateBytes = cut?.StateBytes ?? 0 }, cut?.Samples ?? 0);
    }

    /// <summary>Makes the raw files of a ring whose recorder was killed: of the last records that it wrote, and the time before them that was asked for.</summary>
    /// <param name="raw">The folder.</param>
    /// <param name="keepNs">How long it was to be kept.</param>
    public static void OfKilled(RawFolder raw, long keepNs)
    {
        string folder = raw.PathOf(SegmentFiles.Folder);
        IReadOnlyList<string> names = SegmentFiles.Names(folder);
        long lastNs = names.Contains(RawFolder.KernelFile) ? PerfMoment.LastNs(SegmentFiles.Of(folder, RawFolder.KernelFile)) : 0;
        // Without those of the kernel nothing tells when it was killed.
        (long FromNs, long ToNs) span = lastNs > 0 ? (lastNs - keepNs, lastNs + 1) : (0, long.MaxValue);
        foreach (string name in names)
        {
            if (name.Contains(RuntimeRecorder.NamesName, StringComparison.Ordinal) || File.Exists(raw.PathOf(name)))
                continue;
            if (name == RawFolder.KernelFile)
                SegmentCut.Kernel(folder, name, span, raw.PathOf(name));
            else
                SegmentCut.Runtime(folder, name, span, null, raw.PathOf(name));
        }

        if (lastNs > 0)
            CutMachine(raw, raw, new RecordWindow(span.FromNs, span.ToNs, span.FromNs, 0), null);
        OwnTree.DeleteFolder(folder);
    }

    private static void CutMachine(RawFolder raw, RawFolder into, RecordWindow window, MachineWatch? machine)
    {
        string log = raw.PathOf(RawFolder.MachineFile), path = into.PathOf(RawFolder.MachineFile), partial = path + ".partial";
        if (!File.Exists(log))
            return;
        try
        {
            // While it is written it may become shorter.
            if (machine is not null)
                machine.CopyTo(log = partial + ".log");
            using (FileStream file = RegularFile.OpenRead(log))
                MachineLogCut.Write(file, window.Span, isWhole: machine is not null, OwnFile.MakeStream(partial), CancellationToken.None);
            if (machine is not null)
                OwnTree.DeleteFile(log);
            OwnTree.Rename(partial, path);
        }
        catch (FathomException)
        {
            // It has not begun.
            OwnTree.DeleteFile(partial);
        }
    }
}
