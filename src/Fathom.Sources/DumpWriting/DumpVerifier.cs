using Fathom.Model;
using Fathom.Model.Dumps;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Reading;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Targets.Dumps;

namespace Fathom.Sources.DumpWriting;

/// <summary>Opens a dump again and walks it: all program headers lie within the file, the runtime and its threads are found, and the heap can be walked.</summary>
public static class DumpVerifier
{
    /// <summary>Verifies a dump.</summary>
    /// <param name="file">Path of the file.</param>
    /// <param name="kind">What it should hold; null to find out.</param>
    /// <param name="dac">Folder or file of the data access library (DAC) that the user named, or null.</param>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    public static DumpVerdict Verify(string file, DumpKind? kind, string? dac, CancellationToken stop)
    {
        if (ProblemOfFile(file) is { } problem)
            return new DumpVerdict(false, false, null, problem);
        try
        {
            using CoreTarget target = CoreTarget.Open(file, dac);
            if (target.Core.Notes.Registers.Count == 0)
                return new DumpVerdict(true, false, null, "It holds no threads.");
            return kind is DumpKind.Mini or DumpKind.Triage ? new DumpVerdict(true, true, null, null) : WalkHeap(target, kind, stop);
        }
        catch (FathomException e)
        {
            return new DumpVerdict(true, false, null, e.Message);
        }
        catch (Exception e) when (e is not OperationCanceledException)
        {
            // The DAC answers damage with errors of any kind.
            return new DumpVerdict(true, false, null, $"Its runtime cannot be read: {e.Message}");
        }
    }

    /// <summary>Why the file has not all that its headers promise, as a sentence; null where it has. Nothing of its runtime is loaded for that.</summary>
    /// <param name="file">Path of the file.</param>
    public static string? ProblemOfFile(string file)
    {
        try
        {
            using ElfCore core = ElfCore.Open(file);
            return null;
        }
        catch (FathomException e)
        {
            return e.Message;
        }
    }

    private static DumpVerdict WalkHeap(CoreTarget target, DumpKind? kind, CancellationToken stop)
    {
        HeapMap map = HeapMapReader.Read(target.Runtime);
        if (!map.CanWalk)
            return new DumpVerdict(true, false, null, "It was written in the middle of a garbage collection, so its heap cannot be walked.", InCollection: true);
        HeapReading? reading = HeapReading.Read(target.Runtime, target.Memory, new TypeCatalog(target.Memory), mayComeBack: false, stop);
        if (reading is null)
            return new DumpVerdict(true, false, null, "Its heap cannot be walked.", InCollection: true);
        long objects = reading.Usages.Sum(static usage => usage.Count);

        // A file whose kind nobody knows and whose heap is not there at all is a mini dump.
        if (kind is null && (objects == 0 || reading.Losses.Bytes >= map.AllocatedBytes / 2))
            return new DumpVerdict(true, true, null, null);
        return reading.Losses.Bytes == 0
            ? new DumpVerdict(true, true, objects, null)
            : new DumpVerdict(true, false, objects, $"{reading.Losses.Bytes:N0} of {map.AllocatedBytes:N0} bytes of its heap cannot be read.");
    }
}
