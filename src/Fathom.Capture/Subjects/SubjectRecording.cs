using System.Diagnostics;
using Fathom.Capture.Symbols;
using Fathom.Capture.Traces;
using Fathom.Model;
using Fathom.Model.Graph;
using Fathom.Model.Graph.Analyses;
using Fathom.Model.Heap;
using Fathom.Model.Processes;
using Fathom.Model.Recording;
using Fathom.Model.Traces;
using Fathom.Sources.Heap.Graph;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Orphans;
using Fathom.Sources.Subjects;
using Fathom.Sources.Targets.Dumps;
using Fathom.Sources.Targets.Live;
using Fathom.Storage.Graphs;
using Fathom.Storage.Recordings;
using Fathom.Storage.Stacks;

namespace Fathom.Capture.Subjects;

/// <summary>
/// A subject as a recording that queries can read: a process and a core are read into a new one, a recording is taken as it is.
/// Disposing removes a recording that is not to be kept.
/// </summary>
public sealed class SubjectRecording : IDisposable
{
    private readonly IDisposable? _made;

    private SubjectRecording(RecordingReader reader, IDisposable? made)
    {
        Reader = reader;
        _made = made;
    }

    /// <summary>The recording.</summary>
    public RecordingReader Reader { get; }

    /// <summary>What a reader must know of how the subject was found, or null.</summary>
    public string? Note { get; private init; }

    /// <summary>Opens a subject. A process stands still for a moment and runs on afterwards.</summary>
    /// <param name="subject">The process or file.</param>
    /// <param name="reader">What is read of a process or core.</param>
    /// <param name="options">Where the recording goes.</param>
    /// <param name="progress">Told what is being done.</param>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    /// <exception cref="FathomException">The subject cannot be read, or the recording cannot be written.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="stop"/> was signalled; nothing is left behind.</exception>
    public static SubjectRecording Open(
        Subject subject, SubjectReader reader, CaptureOptions options, IProgress<Progress> progress, CancellationToken stop)
    {
        switch (subject)
        {
            case ProcessSubject process:
                return Capture(options, writer => ReadProcess(process.Process, reader, writer, options, progress, stop));
            case FileSubject { File.IsRecording: true } recording:
                return OpenRecording(recording.File.Path, reader, options, progress, stop);
            case FileSubject { File: { } file } when reader.KeepsFile && options.SaveTo is null && reader.OfFile(file.Format) is { } ofFile:
                return OpenKept(file, ofFile, options, progress, stop);
            case FileSubject { File: { } file } when reader.OfFile(file.Format) is { } ofFile:
                return Capture(options, writer => ReadFile(file, ofFile, writer, options, progress, stop));
            case FileSubject { File: { Format.ReadHeap: not null } file } when reader.LackOfHeapFile is { } lack:
                throw FathomException.Target($"'{file.Path}' is a {file.Format.Name}, which {lack}.", "give a process, a core dump or a recording");
            case FileSubject { File.IsCore: true } core when reader.TakesSidecar && CoreSidecar.TryOpen(core.File.Path) is { } sidecar:
                return OpenSidecar(core.File, sidecar, reader, options, progress, stop);
            case FileSubject file:
                file.Require(FileFormats.ElfCore);
                return Capture(options, writer => ReadCore(file.File, reader.OfCore, writer, options, progress, stop));
            default:
                throw new ArgumentException($"A {subject.GetType().Name} is no subject of this question.", nameof(subject));
        }
    }

    /// <summary>Reads the memory of this whole machine.</summary>
    /// <param name="options">Where the recording goes.</param>
    /// <param name="progress">Told what is being done.</param>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    /// <exception cref="FathomException">The machine cannot be read, or the recording cannot be written.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="stop"/> was signalled; nothing is left behind.</exception>
    public static SubjectRecording OfMachine(CaptureOptions options, IProgress<Progress> progress, CancellationToken stop) =>
        Capture(options, writer => ReadMachine(writer, options, progress, stop));

    /// <summary>A recording that was just made.</summary>
    /// <param name="reader">The recording.</param>
    /// <param name="folder">Disposing removes it; null for one that stays.</param>
    internal static SubjectRecording OfMade(RecordingReader reader, IDisposable? folder) => new(reader, folder);

    /// <summary>Reads a file into a recording.</summary>
    /// <param name="file">The file.</param>
    /// <param name="reader">The source for it.</param>
    /// <param name="options">Where the recording goes.</param>
    /// <param name="progress">Told what is being done.</param>
    /// <param name="stop">Cancels it.</param>
    /// <exception cref="FathomException">The file cannot be read, or the recording cannot be written.</exception>
    internal static SubjectRecording OfFile(FileDescription file, FileReader reader, CaptureOptions options, IProgress<Progress> progress, CancellationToken stop) =>
        Capture(options, writer => ReadFile(file, reader, writer, options, progress, stop));

    /// <summary>Reads several files into one recording.</summary>
    /// <param name="files">The files, and what recordings call the format of each.</param>
    /// <param name="extractor">The source for all of them.</param>
    /// <param name="options">Where the recording goes.</param>
    /// <param name="progress">Told what is being done.</param>
    /// <param name="stop">Cancels it.</param>
    /// <param name="describe">Adds to the manifest what is known when all is read; null for nothing.</param>
    /// <exception cref="FathomException">A file cannot be read, or the recording cannot be written.</exception>
    internal static SubjectRecording OfFiles(
        IReadOnlyList<FileDescription> files, IExtractor extractor, CaptureOptions options, IProgress<Progress> progress, CancellationToken stop, Func<Manifest, Manifest>? describe = null) =>
        Capture(options, writer =>
        {
            PassingFacts facts = ReadTraces(extractor, writer, options, progress, stop);
            writer.Describe(manifest => facts.OfTraced(manifest) with
            {
                Clock = facts.Clock ?? new ManifestClock("unknown", File.GetLastWriteTimeUtc(files[0].Path), null),
                Targets = [.. facts.Targets(options.Programs)],
                Sources = [.. files.Select(static file => new ManifestSource(file.Path, file.Format.Name, file.SizeBytes, null))],
                Warnings = [.. manifest.Warnings, .. Notices(options)],
            });
            if (describe is not null)
                writer.Describe(describe);
        });

    /// <inheritdoc/>
    public void Dispose()
    {
        Reader.Dispose();
        _made?.Dispose();
    }

    private static SubjectRecording OpenRecording(
        string path, SubjectReader reader, CaptureOptions options, IProgress<Progress> progress, CancellationToken stop)
    {
        if (options.SaveTo is not null)
            throw FathomException.Usage($"'{path}' is a recording already, so '--save {options.SaveTo}' has nothing to save.", $"cp -r {path} {options.SaveTo}");
        RecordingReader recording = RecordingReader.Open(path);
        if (reader.OfGraph.Count == 0 || !GraphLoader.IsIn(recording))
            return new SubjectRecording(recording, null);
        using (recording)
            return Capture(options, writer => AskGraph(recording, reader.OfGraph, writer, options, progress, stop), path);
    }

    private static SubjectRecording OpenKept(FileDescription file, FileReader reader, CaptureOptions options, IProgress<Progress> progress, CancellationToken stop)
    {
        if (OpenNamed(file, options, progress, stop) is { } kept)
            return new SubjectRecording(kept, null) { Note = $"answered from '{kept.Path}', which was made from it before (to read it again: fathom extract --again)" };
        if (KeptPlace.ToWrite(file.Path, KeptTrace.MayReplace) is not { } place)
            return OfFile(file, reader, options, progress, stop);
        try
        {
            SubjectRecording made = Keep(file, reader, place, options, progress, stop);
            return new SubjectRecording(made.Reader, made._made) { Note = $"'{file.Path}' was read into '{place}', which answers further questions" };
        }
        catch (FathomException)
        {
            // Another process was quicker, or there is no room. What is wrong with the trace itself shows again.
            return KeptTrace.TryOpen(file) is { } other ? new SubjectRecording(other, null) : OfFile(file, reader, options, progress, stop);
        }
    }

    // Symbols that the user names now count for a recording that was made without them.
    private static RecordingReader? OpenNamed(FileDescription file, CaptureOptions options, IProgress<Progress> progress, CancellationToken stop)
    {
        RecordingReader? kept = KeptTrace.TryOpen(file);
        if (kept is null || options.Trace.SymbolFolders.Count == 0)
            return kept;
        string place = kept.Folder;
        kept.Dispose();
        try
        {
            SymbolRun.Apply(place, options.Trace.SymbolFolders, options.Time, progress, stop);
            return KeptTrace.TryOpen(file);
        }
        catch (FathomException)
        {
            // It cannot be changed where it is, so the trace is read with the symbols.
            return null;
        }
    }

    /// <summary>Reads a trace into a recording that stays, and answers for it as long as the trace is the same.</summary>
    /// <param name="file">The trace.</param>
    /// <param name="reader">The source for it.</param>
    /// <param name="place">Where it is kept; a recording that was kept there is replaced.</param>
    /// <param name="options">The command line, clock and names.</param>
    /// <param name="progress">Told what is being done.</param>
    /// <param name="stop">Cancels it.</param>
    /// <exception cref="FathomException">The file cannot be read, or the recording cannot be written.</exception>
    internal static SubjectRecording Keep(FileDescription file, FileReader reader, string place, CaptureOptions options, IProgress<Progress> progress, CancellationToken stop)
    {
        // A file that changes while it is read is another one afterwards.
        Dictionary<string, string> labels = new(options.Labels) { [KeptTrace.LabelOf(options.LeftOut)] = KeptTrace.StateOf(file, options.LeftOut) };
        SubjectRecording made = OfFile(file, reader, options with { SaveTo = place, Replace = true, Labels = labels }, progress, stop);
        TraceCache.Trim(place);
        return made;
    }

    private static SubjectRecording OpenSidecar(
        FileDescription core, RecordingReader sidecar, SubjectReader reader, CaptureOptions options, IProgress<Progress> progress, CancellationToken stop)
    {
        if (reader.TableOfSidecar is not { } table || sidecar.Manifest.Parts.Any(part => part.Table == table))
            return new SubjectRecording(sidecar, null) { Note = $"'{core.Path}' is answered from '{sidecar.Path}', which was saved with it" };
        using (sidecar)
        {
            if (reader.OfCoreWithSidecar is not { } ofCore)
            {
                SubjectRecording alone = Capture(options, writer => ReadCore(core, reader.OfCore, writer, options, progress, stop));
                return new SubjectRecording(alone.Reader, alone._made) { Note = $"'{sidecar.Path}' does not hold the requested data, so the core alone is read" };
            }

            SubjectRecording both = Capture(options, writer => ReadCore(core, ofCore, writer, options, progress, stop, sidecar));
            return new SubjectRecording(both.Reader, both._made) { Note = $"the heap is that of '{core.Path}', the memory that of '{sidecar.Path}', which was saved right before" };
        }
    }

    // The answers go into a recording of their own, which has all else from the one that was asked.
    private static void AskGraph(
        RecordingReader recording, IReadOnlyList<IGraphAnalysis> analyses, RecordingWriter writer, CaptureOptions options, IProgress<Progress> progress, CancellationToken stop)
    {
        progress.Report(new Progress("reading the graph", 0, 0));
        (long objects, long references) = GraphLoader.Count(recording, stop);
        GraphBudget.Check(objects, references, analyses, options.MaxMemoryBytes, options.MemoryExpected);
        (ObjectGraph graph, GraphSnapshot snapshot) = GraphLoader.Load(recording, stop);
        writer.Adopt(
            recording,
            [.. analyses.SelectMany(static analysis => analysis.Tables), .. new GraphSaveAnalysis().Tables, .. HeapMark.IsNeeded(graph, analyses) ? [HeapMarkRow.Schema.Name] : Array.Empty<string>()]);
        foreach (IGraphAnalysis analysis in analyses)
            analysis.Run(graph, snapshot, writer, progress, stop);
        HeapMark.Write(graph, analyses, snapshot.SnapshotId, writer, stop);
    }

    private static SubjectRecording Capture(CaptureOptions options, Action<RecordingWriter> read, string? knownAs = null)
    {
        RecordingOptions usual = new(options.Command);
        RecordingOptions storage = usual with { BufferBytes = usual.BufferBytes / options.Parallel, Labels = WithLeftOut(options), Replace = options.Replace, Time = options.Time };
        RecordingWriter writer = options.SaveTo is { } path ? RecordingWriter.Create(path, storage) : RecordingWriter.CreateTemporary(storage);
        try
        {
            read(writer);
            writer.Commit();
            return new SubjectRecording(RecordingReader.Open(writer.Folder, knownAs ?? writer.Folder), writer);
        }
        catch
        {
            writer.Dispose();
            throw;
        }
    }

    private static void ReadProcess(
        ProcessFacts process, SubjectReader reader, RecordingWriter writer, CaptureOptions options, IProgress<Progress> progress, CancellationToken stop)
    {
        List<string> notes = [.. ((string?[])[StillTarget.Note(process.Pid)]).OfType<string>()];
        ReadSettings settings = new(Stopwatch.GetTimestamp())
        {
            Dac = options.Dac, IsKept = options.SaveTo is not null, Noted = notes.Add, MaxPause = options.MaxPause,
            PauseExpected = options.PauseExpected, MaxMemoryBytes = options.MaxMemoryBytes, MemoryExpected = options.MemoryExpected,
        };
        ProcessRow row = process.ToRow(settings.ProcessId, writer.Ids);
        writer.Write(new ReadOnlySpan<ProcessRow>(in row));

        // Opens the engine that writes, while the process is looked at.
        writer.Flush();
        writer.Describe(manifest => manifest with
        {
            Clock = new ManifestClock("monotonic", options.Time.GetUtcNow(), null),
            Targets = [new ManifestTarget(process.Pid, process.Name, process.CommandLine)],
        });
        reader.OfProcess(process.Pid, settings).Run(writer, progress, stop);
        writer.Describe(manifest => manifest with { Warnings = [.. manifest.Warnings, .. notes] });
    }

    private static void ReadMachine(RecordingWriter writer, CaptureOptions options, IProgress<Progress> progress, CancellationToken stop)
    {
        List<string> notes = [];
        MachineExtractorOptions machine = new() { RecordingStart = Stopwatch.GetTimestamp(), Renaming = options.Renaming, Noted = notes.Add };
        writer.Describe(manifest => manifest with { Clock = new ManifestClock("monotonic", options.Time.GetUtcNow(), null) });
        new MachineExtractor(machine).Run(writer, progress, stop);
        writer.Describe(manifest => manifest with { Warnings = [.. manifest.Warnings, .. notes] });
    }

    // A core does not say when it was written; the time of the file is the best that is known.
    private static void ReadCore(
        FileDescription file, Func<string, ReadSettings, ICoreExtractor> ofCore, RecordingWriter writer, CaptureOptions options,
        IProgress<Progress> progress, CancellationToken stop, RecordingReader? sidecar = null)
    {
        List<string> notes = [];
        ReadSettings settings = new(Stopwatch.GetTimestamp())
        {
            Dac = options.Dac,
            FileFolders = options.FileFolders,
            IsKept = options.SaveTo is not null,
            Noted = notes.Add,
            MaxMemoryBytes = options.MaxMemoryBytes,
            MemoryExpected = options.MemoryExpected,
        };
        ICoreExtractor extractor = ofCore(file.Path, settings);
        if (sidecar is not null)
            writer.Adopt(sidecar, []);
        try
        {
            extractor.Run(writer, progress, stop);
        }
        catch (Exception e) when (CoreDamage.Shows(e))
        {
            throw CoreDamage.Of(file.Path, e);
        }

        if (sidecar is null)
            WriteProcess(file, extractor, settings, writer, options);
        writer.Describe(manifest => manifest with { Warnings = [.. manifest.Warnings, .. notes] });
    }

    private static void WriteProcess(FileDescription file, ICoreExtractor extractor, ReadSettings settings, RecordingWriter writer, CaptureOptions options)
    {
        CoreProcess process = CoreProcess.Read(file.Path);
        ProcessRow row = process.ToRow(settings.ProcessId, Path.GetFileName(file.Path), extractor.RuntimeVersion, options.Renaming, writer.Ids);
        writer.Write(new ReadOnlySpan<ProcessRow>(in row));
        writer.Describe(manifest => manifest with
        {
            Clock = new ManifestClock("unknown", File.GetLastWriteTimeUtc(file.Path), null),
            Targets = process.Pid is { } pid ? [new ManifestTarget(pid, process.Name ?? Path.GetFileName(file.Path), process.CommandLine)] : [],
            Sources = [new ManifestSource(file.Path, "core", file.SizeBytes, null)],
        });
    }

    // A time that stands in such a file has no time zone.
    private static void ReadFile(
        FileDescription file, FileReader reader, RecordingWriter writer, CaptureOptions options, IProgress<Progress> progress, CancellationToken stop)
    {
        List<string> notes = [];
        // A file that changes while it is read is another one afterwards.
        DateTime written = File.GetLastWriteTimeUtc(file.Path);
        ReadSettings settings = new(0) { Trace = options.Trace, Noted = notes.Add, MaxMemoryBytes = options.MaxMemoryBytes, MemoryExpected = options.MemoryExpected };
        IFileExtractor extractor = reader(file.Path, options.Renaming, settings);
        PassingFacts facts = ReadTraces(extractor, writer, options, progress, stop);
        writer.Describe(manifest => facts.OfTraced(manifest) with
        {
            Clock = facts.Clock ?? new ManifestClock("unknown", written, null),
            Targets = extractor.ProcessName is { } name ? [new ManifestTarget(extractor.Pid, name, null)] : facts.Only is { } only ? [only] : [],
            Sources = [new ManifestSource(file.Path, extractor.Source, file.SizeBytes, null)],
            Warnings = [.. manifest.Warnings.Concat(notes).Union(Notices(options))],
        });
    }

    private static PassingFacts ReadTraces(IExtractor extractor, RecordingWriter writer, CaptureOptions options, IProgress<Progress> progress, CancellationToken stop)
    {
        PassingFacts facts = new(Kept(writer, options));
        PassingTimes kept = new(facts);
        extractor.Run(kept, progress, stop);
        MethodTimes.Write(writer, kept, progress, stop);
        return facts;
    }

    private static IReadOnlyDictionary<string, string> WithLeftOut(CaptureOptions options) =>
        options.LeftOut is { } parts ? new Dictionary<string, string>(options.Labels) { [TraceFacts.LeftOutLabel] = string.Join(',', parts.Tables) } : options.Labels;

    private static IRecordingSink Kept(RecordingWriter writer, CaptureOptions options) => options.LeftOut is { } parts ? new LeftOutSink(writer, parts.Tables) : writer;

    private static IEnumerable<string> Notices(CaptureOptions options) => options.LeftOut is { } parts ? [parts.Notice] : [];
}
