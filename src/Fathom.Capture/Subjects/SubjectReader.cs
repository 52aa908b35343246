using Fathom.Model;
using Fathom.Model.Graph.Analyses;
using Fathom.Model.Recording;
using Fathom.Sources.Heap.Options;
using Fathom.Sources.LoadedFiles;
using Fathom.Sources.Looks;
using Fathom.Sources.Memory;
using Fathom.Sources.RuntimeTables;
using Fathom.Sources.Subjects;
using Fathom.Sources.Targets.Dumps;
using Fathom.Sources.Targets.Reading;
using Fathom.Sources.Threads.Stops;

namespace Fathom.Capture.Subjects;

/// <summary>What is read of a process or core for a question.</summary>
/// <param name="OfProcess">The source for a process, by its number.</param>
/// <param name="OfCore">The source for a core file, by its path.</param>
public sealed record SubjectReader(Func<int, ReadSettings, IExtractor> OfProcess, Func<string, ReadSettings, ICoreExtractor> OfCore)
{
    /// <summary>The source for a file of another format; null where that does not hold what the question is about.</summary>
    public Func<FileFormat, FileReader?> OfFile { get; init; } = static _ => null;

    /// <summary>Whether the recording of a file is kept, so that the next question does not read the file again.</summary>
    public bool KeepsFile { get; init; }

    /// <summary>
    /// What a file that holds a heap and no memory, such as a gcdump, lacks for the question, as the end of a sentence: "holds no string contents". Null where it is
    /// no file for the question at all.
    /// </summary>
    public string? LackOfHeapFile { get; init; }

    /// <summary>Whether the recording beside a core file, <c>CORE.fathom</c>, answers in place of the core: it was saved with it and knows what a core does not tell.</summary>
    public bool TakesSidecar { get; init; }

    /// <summary>The table without which that recording does not answer alone; null where it always does.</summary>
    public string? TableOfSidecar { get; init; }

    /// <summary>The source for a core file whose recording has all but that table; null where the core then answers alone.</summary>
    public Func<string, ReadSettings, ICoreExtractor>? OfCoreWithSidecar { get; init; }

    /// <summary>What is asked of the graph that a recording holds; empty where the recording's own answers are meant.</summary>
    public IReadOnlyList<IGraphAnalysis> OfGraph { get; init; } = [];

    /// <summary>The managed heap.</summary>
    public static SubjectReader Heap { get; } = new(
        static (pid, settings) => new LiveHeapExtractor(pid, HeapOptions(settings)),
        static (path, settings) => new CoreHeapExtractor(path, HeapOptions(settings)))
    {
        OfFile = HeapFile(HeapOptions),
    };

    /// <summary>The managed heap with the sizes of its objects.</summary>
    public static SubjectReader Sizes { get; } = Heap with
    {
        OfProcess = static (pid, settings) => new LiveHeapExtractor(pid, HeapOptions(settings) with { Sizes = true }),
        OfCore = static (path, settings) => new CoreHeapExtractor(path, HeapOptions(settings) with { Sizes = true }),
    };

    /// <summary>The managed heap with its strings.</summary>
    /// <param name="strings">How they are counted.</param>
    public static SubjectReader Strings(StringOptions strings) => new(
        (pid, settings) => new LiveHeapExtractor(pid, HeapOptions(settings) with { Strings = strings }),
        (path, settings) => new CoreHeapExtractor(path, HeapOptions(settings) with { Strings = strings }))
    {
        LackOfHeapFile = "holds no string contents",
    };

    /// <summary>The managed heap with some of its objects.</summary>
    /// <param name="query">Which ones.</param>
    public static SubjectReader Objects(ObjectQuery query) => new(
        (pid, settings) => new LiveHeapExtractor(pid, HeapOptions(settings) with { Objects = query }),
        (path, settings) => new CoreHeapExtractor(path, HeapOptions(settings) with { Objects = query }))
    {
        LackOfHeapFile = "cannot be read object by object",
    };

    /// <summary>The managed heap with the inside of one object.</summary>
    /// <param name="query">Which one.</param>
    public static SubjectReader Object(ObjectDetailQuery query) => new(
        (pid, settings) => new LiveHeapExtractor(pid, HeapOptions(settings) with { Object = query }),
        (path, settings) => new CoreHeapExtractor(path, HeapOptions(settings) with { Object = query }))
    {
        LackOfHeapFile = "holds no values of fields",
    };

    /// <summary>The managed heap with the use of each segment.</summary>
    public static SubjectReader Segments { get; } = new(
        static (pid, settings) => new LiveHeapExtractor(pid, HeapOptions(settings) with { Segments = true }),
        static (path, settings) => new CoreHeapExtractor(path, HeapOptions(settings) with { Segments = true }))
    {
        LackOfHeapFile = "does not show free blocks and pinned objects",
    };

    /// <summary>The managed heap with what has begun and not ended: tasks, timers and requests.</summary>
    public static SubjectReader Pending { get; } = new(
        static (pid, settings) => new LiveHeapExtractor(pid, HeapOptions(settings) with { Pending = true }),
        static (path, settings) => new CoreHeapExtractor(path, HeapOptions(settings) with { Pending = true }))
    {
        LackOfHeapFile = "holds no values of fields",
    };

    /// <summary>The managed heap with the graph of its objects.</summary>
    /// <param name="analyses">What is asked of the graph.</param>
    public static SubjectReader Graph(params IReadOnlyList<IGraphAnalysis> analyses) => new(
        (pid, settings) => new LiveHeapExtractor(pid, HeapOptions(settings) with { Graph = analyses }),
        (path, settings) => new CoreHeapExtractor(path, HeapOptions(settings) with { Graph = analyses }))
    {
        OfFile = HeapFile(settings => HeapOptions(settings) with { Graph = analyses }),
        OfGraph = analyses,
    };

    /// <summary>The managed heap with the graph of its objects and its strings.</summary>
    /// <param name="strings">How strings are counted.</param>
    /// <param name="analyses">What is asked of the graph.</param>
    public static SubjectReader GraphAndStrings(StringOptions strings, params IReadOnlyList<IGraphAnalysis> analyses) => Graph(analyses) with
    {
        OfProcess = (pid, settings) => new LiveHeapExtractor(pid, HeapOptions(settings) with { Graph = analyses, Strings = strings }),
        OfCore = (path, settings) => new CoreHeapExtractor(path, HeapOptions(settings) with { Graph = analyses, Strings = strings }),
    };

    /// <summary>The threads.</summary>
    /// <param name="interval">How long a process is watched before it is stopped.</param>
    /// <param name="inspectsHeap">Whether the objects of the heap are looked into in the same stop.</param>
    public static SubjectReader Threads(TimeSpan interval, bool inspectsHeap = false) => new(
        (pid, settings) => LiveStacks.Of(pid, StackOptions(settings, interval, inspectsHeap)),
        (path, settings) => new CoreStackExtractor(path, StackOptions(settings, interval, inspectsHeap)));

    /// <summary>Handles, finalizable objects and modules.</summary>
    public static SubjectReader Runtime { get; } = new(
        static (pid, settings) => new LiveRuntimeExtractor(pid, settings.Tell(new LookOptions())),
        static (path, settings) => new CoreRuntimeExtractor(path, settings.Tell(new LookOptions())));

    /// <summary>All memory of a process.</summary>
    /// <param name="stops">Whether the process is stopped, so that all figures are of one instant.</param>
    public static SubjectReader Memory(bool stops = false) => new(
        (pid, settings) => new LiveMemoryExtractor(pid, settings.Tell(new MemoryExtractorOptions { Stops = stops })),
        static (path, settings) => new CoreMemoryExtractor(path, settings.Tell(new MemoryExtractorOptions())))
    {
        TakesSidecar = true,
        OfFile = static format => format.ReadMemory is { } read
            ? (path, renaming, settings) => read(path, renaming, settings.Tell(new MemoryExtractorOptions()))
            : null,
    };

    /// <summary>
    /// The managed heap and all other memory of a process, in one stop. Of a core, the heap is read from the core, and the memory from the recording beside it or, where
    /// there is none, from the core alone.
    /// </summary>
    /// <param name="analyses">What is asked of the graph of the heap; empty where it is not read.</param>
    public static SubjectReader HeapAndMemory(params IReadOnlyList<IGraphAnalysis> analyses) => new(
        (pid, settings) => new LiveHeapExtractor(pid, HeapOptions(settings) with { Memory = true, Graph = analyses.Count == 0 ? null : analyses }),
        (path, settings) => new CoreHeapExtractor(path, HeapOptions(settings) with { Memory = true, Graph = analyses.Count == 0 ? null : analyses }))
    {
        TakesSidecar = true,
        TableOfSidecar = "heap_snapshot",
        OfCoreWithSidecar = (path, settings) => new CoreHeapExtractor(path, HeapOptions(settings) with { Graph = analyses.Count == 0 ? null : analyses }),
        OfGraph = analyses,
    };

    /// <summary>The memory of a machine, which only a recording can be asked about by name.</summary>
    public static SubjectReader Machine { get; } = new(
        static (pid, _) => throw FathomException.Target(
            $"{pid} is a process, and this command is about the whole machine.", "fathom orphans reads this machine; fathom memory PID reads a process"),
        static (path, _) => throw FathomException.Target(
            $"'{path}' is a core file of one process, and this command is about the whole machine.", "fathom orphans reads this machine, or a recording that it saved"))
    {
        LackOfHeapFile = "is of one process, and this command is about the whole machine",
    };

    /// <summary>What happened over time, which only a trace tells.</summary>
    public static SubjectReader Trace { get; } = new(
        static (pid, _) => throw FathomException.Target(
            $"{pid} is a process, and this command needs a trace.", $"record it first: fathom record {pid} --duration 10s --save x.fathom"),
        static (path, _) => throw FathomException.Target(
            $"'{path}' is a core file of one moment, and this command needs a trace.", "give a recording that fathom record saved"))
    {
        LackOfHeapFile = "is of one moment, and this command needs a trace",
        KeepsFile = true,
        OfFile = static format => format.ReadTrace is { } read ? (path, _, settings) => read(path, settings.Trace) : null,
    };

    /// <summary>The files with code that a process has loaded.</summary>
    public static SubjectReader LoadedFiles { get; } = new(
        static (pid, settings) => new LiveLoadedExtractor(pid, settings.Tell(new LookOptions())),
        static (path, settings) => new CoreLoadedExtractor(path, settings.Tell(new LookOptions())))
    {
        LackOfHeapFile = "does not tell which files were loaded",
        KeepsFile = true,
        OfFile = Trace.OfFile,
    };

    private static Func<FileFormat, FileReader?> HeapFile(Func<ReadSettings, HeapExtractorOptions> options) => format =>
        format.ReadHeap is { } read ? (path, renaming, settings) => read(path, renaming, options(settings)) : null;

    private static HeapExtractorOptions HeapOptions(ReadSettings settings) => settings.Tell(new HeapExtractorOptions
    {
        MaxMemoryBytes = settings.MaxMemoryBytes,
        MemoryExpected = settings.MemoryExpected,
        Sizes = settings.IsKept,
    });

    private static StackExtractorOptions StackOptions(ReadSettings settings, TimeSpan interval, bool inspectsHeap) =>
        settings.Tell(new StackExtractorOptions { Interval = interval, InspectsHeap = inspectsHeap });
}
