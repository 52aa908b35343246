using System.Diagnostics;
using Fathom.Model;
using Fathom.Model.Heap;
using Fathom.Model.Recording;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Options;
using Fathom.Sources.Heap.Reading;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Memory;
using Fathom.Sources.Targets.Dumps;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Looks;

/// <summary>Reads the managed heap in an ELF core file.</summary>
/// <param name="path">The core file.</param>
/// <param name="options">How it is read.</param>
public sealed class CoreHeapExtractor(string path, HeapExtractorOptions options) : ICoreExtractor
{
    private readonly HeapExtractorOptions _options = options.Begun();

    /// <inheritdoc/>
    public string? RuntimeVersion { get; private set; }

    /// <inheritdoc/>
    public void Run(IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
        long timestamp = Stopwatch.GetTimestamp();
        progress.Report(new Progress("opening the core file", 0, 0));
        using CoreTarget core = CoreTarget.Open(path, _options.Dac, _options.FileFolders);
        RuntimeVersion = core.RuntimeVersion;
        progress.Report(new Progress("reading the heap", 0, 0));
        CoreHeapCheck.EnsureSound(path, HeapMapReader.Read(core.Runtime).Segments, core.Files);
        HeapQuestion? question = HeapQuestions.Of(_options);
        HeapReading reading = HeapReading.Read(core.Runtime, core.Memory, new TypeCatalog(core.Memory), mayComeBack: false, stop, question, _options.Sizes)
            ?? throw FathomException.Target(
                $"'{path}' was written in the middle of a garbage collection; its heap cannot be walked.",
                "fathom stacks, findings and memory answer from it; for the objects, write another core of the process");
        progress.Report(new Progress("writing the snapshot", 0, 0));
        new HeapRows(sink, _options).Write(reading, "core", timestamp, null, null);
        sink.Flush();
        question?.Write(reading, sink, progress, stop);
        if (_options.Memory)
            CoreMemoryExtractor.Write(core, reading, _options.Graph?.OfType<LiveAnalysis>().FirstOrDefault(), _options, sink, stop);
        core.WriteLosses(sink);
        foreach (string note in core.Notes)
            _options.Noted?.Invoke(note);
    }
}
