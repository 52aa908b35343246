using System.Diagnostics;
using Fathom.Files;
using Fathom.Model;
using Fathom.Recorder.Kernel;
using Fathom.Recorder.Segments;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Capture.Recording;

/// <content>Keeps the last part of what is recorded.</content>
public sealed partial class RecordRun
{
    private long _startNs;

    private void BeginRing(RawFolder raw, bool isMachine)
    {
        if (options.Ring is null)
            return;
        if (isMachine && !ProcNamespace.IsFirst)
        {
            throw FathomException.NotPossible(
                "A ring of the whole machine needs the PID namespace of the machine, and this one is another.",
                "run the container with --pid=host, or leave out --ring");
        }

        OwnFile.MakeFolder(raw.PathOf(SegmentFiles.Folder));
        _book = SaveBook.Make(raw);
    }

    private long? KeptBytes(RawFolder raw) => options.Ring is null ? null : SegmentFiles.Bytes(raw.PathOf(SegmentFiles.Folder));

    // What cannot be given up would fill the disk.
    private bool TryTrim()
    {
        if (options.Ring is null)
            return true;
        try
        {
            // What is asked for and waits is not given up.
            long untilNs = Math.Min(Stopwatch.GetTimestamp(), _asked.FirstNs ?? long.MaxValue);
            _kernel?.Trim(untilNs);
            _runtimes?.Trim(untilNs);
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            _refused.Add(new RefusedEvent("the rest", $"The segments of the ring cannot be written: {e.Message}", "free space on the disk"));
            return false;
        }
    }

    // What is shorter than the ring is whole.
    private RecordWindow WindowOf(long firstNs, long toNs) => firstNs - options.KeepNs!.Value is var fromNs && fromNs > _startNs
        ? new RecordWindow(fromNs, toNs, _startNs, 0)
        : new RecordWindow(0, toNs, _startNs, 0);

    // What is not cut out now stays as it is, and is read later. Gives why it was not; null where it was, or there is no ring.
    private string? TryKeep(RawFolder raw, ref RecorderNotes notes, ref KernelRecorderResult? kernel, long stopNs)
    {
        if (options.Ring is null)
            return null;
        if (_soon.IsCancellationRequested)
            return LeftNoTime;
        try
        {
            notes = Keep(raw, notes, ref kernel, stopNs);
            return null;
        }
        catch (Exception e) when (e is FathomException or IOException or UnauthorizedAccessException)
        {
            return $"The last part could not be cut out: {e.Message.TrimEnd('.')}.";
        }
    }

    private RecorderNotes Keep(RawFolder raw, RecorderNotes notes, ref KernelRecorderResult? kernel, long stopNs)
    {
        (IReadOnlyList<SourceWindow> sources, RecordWindow window, long samples, long unmapped) =
            RingCut.Make(raw, raw, WindowOf(stopNs, stopNs), _kernel, _runtimes!, null, null);
        if (window.FromNs == 0)
            return notes with { Sources = sources };
        // What was counted and unwound was so in all of the time.
        if (kernel is not null)
            kernel = kernel with { Counts = [], Stacks = [], Lost = _kernel!.LostIn(window.Span), Samples = samples };
        return notes with
        {
            Sources = sources,
            Window = window,
            Counts = [],
            Stacks = [],
            Lost = kernel?.Lost ?? [],
            Silent = [.. notes.Silent.Where(each => each.ToNs > window.FromNs)],
            MappingsWithoutRoom = unmapped,
            CodeWithoutRoom = _runtimes!.CodeWithoutRoom,
        };
    }
}
