using System.Diagnostics;
using Fathom.Model.Recording;
using Fathom.Sources.Heap.Roots;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Inspection;
using Fathom.Sources.Targets.Dac;
using Fathom.Sources.Targets.Dumps;
using Fathom.Sources.Targets.Reading;
using Fathom.Sources.Threads.Stacks;
using Fathom.Sources.Threads.Stops;
using Microsoft.Diagnostics.Runtime.DataReaders.Implementation;

namespace Fathom.Sources.Looks;

/// <summary>Looks at all threads in an ELF core file.</summary>
/// <param name="path">The core file.</param>
/// <param name="options">The ids that the rows get.</param>
public sealed class CoreStackExtractor(string path, StackExtractorOptions options) : ICoreExtractor
{
    private readonly StackExtractorOptions _options = options.Begun();

    /// <inheritdoc/>
    public string? RuntimeVersion { get; private set; }

    /// <inheritdoc/>
    public void Run(IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
        long timestamp = Stopwatch.GetTimestamp();
        progress.Report(new Progress("opening the core file", 0, 0));
        using CoreTarget core = CoreTarget.Open(path, _options.Dac, _options.FileFolders);
        RuntimeVersion = core.RuntimeVersion;
        progress.Report(new Progress("reading the threads", 0, 0));
        IEnumerable<int> threads = core.Runtime.DataTarget.DataReader is IThreadReader reader
            ? reader.EnumerateOSThreadIds().Select(static tid => (int)tid)
            : [];
        LookLimit limit = new(stop);
        StackPlan plan = new(new TypeCatalog(core.Memory), new CoreTypes())
        {
            Descriptor = RuntimeDescriptor.Read(core.Runtime, core.Memory),
            Roots = _options.InspectsHeap && core.Runtime.Heap.CanWalkHeap ? RootReader.Prepare(core.Runtime, core.Memory, stop) : null,
        };
        StackStop held = StackStop.Read(
            core.Runtime,
            core.Memory,
            plan,
            threads,
            tid => core.Core.Notes.Registers.TryGetValue((uint)tid, out ThreadRegisters registers) ? registers : null,
            limit,
            mayComeBack: false)!;
        HeapInspection? inspection = _options.InspectsHeap ? new HeapInspection(core.Runtime, core.Memory, stop) : null;
        StackReading reading = StackReading.Of(core.Runtime, core.Memory, held, plan, [], inspection, limit);
        inspection?.ReadModules(core.Runtime, stop);
        NativeFrames.Fill(reading, core.Files, core.Memory, "", _options.Noted, stop);
        progress.Report(new Progress("writing the snapshot", 0, 0));
        new StackRows(sink, _options).Write(reading, 0, timestamp, null, null, null);
        core.WriteLosses(sink);
        foreach (string note in core.Notes)
            _options.Noted?.Invoke(note);
    }
}
