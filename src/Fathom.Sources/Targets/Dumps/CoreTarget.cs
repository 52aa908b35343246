using Fathom.Model;
using Fathom.Model.Recording;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Targets.Dac;
using Fathom.Sources.Targets.Images;
using Fathom.Sources.Targets.Live;
using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Targets.Dumps;

/// <summary>
/// A core file with its .NET runtime: our own reader for memory and threads, ClrMD and the DAC for everything that needs the runtime's structures.
/// </summary>
internal sealed class CoreTarget : IDisposable
{
    private const string WhatFits = "give the core file of a .NET process, written by createdump, dotnet-dump or the kernel";

    private readonly CoreMemory _memory;
    private readonly DataTarget _dataTarget;
    private readonly DacLibrary _dac;

    private CoreTarget(ElfCore core, IReadOnlyList<MappedFile> files, CoreMemory memory, DataTarget dataTarget, ClrRuntime runtime, DacLibrary dac)
    {
        Core = core;
        Files = files;
        _memory = memory;
        _dataTarget = dataTarget;
        Runtime = runtime;
        _dac = dac;
    }

    public ElfCore Core { get; }

    /// <summary>The mapped files, in address order.</summary>
    public IReadOnlyList<MappedFile> Files { get; }

    public ITargetMemory Memory => _memory;

    public ClrRuntime Runtime { get; }

    /// <summary>Version of the runtime, or null where nothing tells it.</summary>
    public string? RuntimeVersion => RuntimeVersionFinder.FromSharedPath(Runtime.ClrInfo.ModuleInfo.FileName) ?? RuntimeIdentity.Of(Runtime.ClrInfo).ProductVersion;

    /// <summary>What a reader must know to trust the numbers. Complete once the work is done.</summary>
    public IEnumerable<string> Notes
    {
        get
        {
            if (_dac.Note is { } ofDac)
                yield return ofDac;
            if (_memory.UnprovenFiles.ToList() is { Count: > 0 } files)
            {
                yield return $"The core does not hold the pages of {Named(files)}; they were read on this machine, where they have not changed since.";
            }

            if (_memory.GivenFiles.ToList() is { Count: > 0 } given)
                yield return $"Pages of {Named(given)} were read in the folders of --files; only the size shows that it is the same file.";
        }
    }

    /// <summary>Writes what the answer lacks because files are not here. Complete once the work is done.</summary>
    /// <param name="sink">Takes the loss.</param>
    public void WriteLosses(IRecordingSink sink)
    {
        if (_memory.MissingAssemblies is not { Count: > 0 } missing)
            return;
        sink.Lost(new LossRow(
            sink.Ids.Text("core"),
            sink.Ids.Text(missing[0]),
            0,
            0,
            missing.Count,
            0,
            sink.Ids.Text(
                "assemblies that the core leaves out and that are not here as the process saw them: names of their types and methods are missing; "
                + "put the same files there, or name the folder that holds them with --files")));
    }

    /// <summary>Opens a core file of this machine's architecture.</summary>
    /// <param name="path">The core file.</param>
    /// <param name="dac">Folder or file of the DAC that the user named, or null.</param>
    /// <param name="folders">Where the user says that files are which are not in their place; null for none.</param>
    /// <exception cref="FathomException">Not readable, not a whole core, no .NET in it, or the DAC of its runtime is missing here.</exception>
    public static CoreTarget Open(string path, string? dac = null, IReadOnlyList<string>? folders = null)
    {
        ElfCore core = ElfCore.Open(path);
        IReadOnlyList<MappedFile> files = core.Notes.Files.Count > 0 ? core.Notes.Files : LoadedLibraries.Read(core, core.Notes);
        CoreMemory memory = new(core, files, File.GetLastWriteTimeUtc(path), folders ?? []);
        DataTarget? dataTarget = null;
        DacLibrary? library = null;
        try
        {
            RuntimeModule module = CoreRuntime.Find(files, core.Notes.ProgramHeaders, path);
            CoreDataReader reader = new(path, module, core.Notes, memory);
            dataTarget = new DataTarget(reader, new DataTargetOptions { FileLocator = new LocalFilesOnly("") });
            ClrInfo info = Recognise(path, module, dataTarget);
            EnsureRuntimeIsWhole(path, core, module, info);
            library = DacLocator.Find(RuntimeIdentity.Of(info), DacPlaces.OfThisMachine(dac, null));
            if (TwinOf(core, module, library) is { } twin)
                memory.Replace(Path.GetDirectoryName(module.Path)!, twin);
            ClrRuntime runtime = CreateRuntime(path, info, library);
            RuntimeLayout.Check($"'{path}'", RuntimeDescriptor.Read(runtime, memory));
            reader.Numbers = Numbers(runtime, core.Notes);
            return new CoreTarget(core, files, memory, dataTarget, runtime, library);
        }
        catch
        {
            dataTarget?.Dispose();
            library?.Dispose();
            memory.Dispose();
            throw;
        }
    }

    public void Dispose()
    {
        Runtime.Dispose();
        _dataTarget.Dispose();
        _dac.Dispose();
        _memory.Dispose();
    }

    private static string Named(List<string> files) => files is [var only] ? $"the mapped file {only}" : $"{files.Count} mapped files, such as {files[0]}";

    private static ClrInfo Recognise(string path, RuntimeModule module, DataTarget dataTarget)
    {
        try
        {
            if (dataTarget.ClrVersions.FirstOrDefault() is { } info)
                return info;
        }
        catch (Exception e) when (IsDamage(e))
        {
            throw Lacking(path, e.Message, e);
        }

        if (module.IsShared)
            throw Lacking(path, $"the first page of {module.Path}", null);
        throw FathomException.Target($"'{path}' holds no .NET runtime.", WhatFits);
    }

    // The DAC crashes when the data of a runtime that is linked into a program is not whole. createdump leaves out
    // parts of it from all but full cores, because it knows no such program.
    private static void EnsureRuntimeIsWhole(string path, ElfCore core, RuntimeModule module, ClrInfo info)
    {
        if (!info.IsSingleFile || ElfImages.TryRead(core, module.ImageBase) is not { } image)
            return;
        foreach ((ulong start, ulong end) in image.WritableRanges)
        {
            ulong address = module.ImageBase + start;
            ulong limit = module.ImageBase + end;
            while (address < limit)
            {
                if (core.NextReadable(address, limit) != address)
                    throw Lacking(path, $"data of the runtime inside {module.Path} at {address:x}", null);
                address = core.EndOfReadable(address);
            }
        }
    }

    // All files of a runtime's folder are of one build. So where the runtime beside the DAC has the build id of that in the core, its assemblies serve too.
    private static string? TwinOf(ElfCore core, RuntimeModule module, DacLibrary library)
    {
        string? folder = Path.GetDirectoryName(library.Path);
        return module.IsShared && folder is not null && ElfImages.TryRead(core, module.ImageBase)?.BuildId is { } buildId
            && ElfImages.TryRead(Path.Combine(folder, RuntimeModule.FileName.TrimStart('/')))?.BuildId == buildId
            ? folder
            : null;
    }

    // Whether the DAC fits was checked; ClrMD would ask for a version that is not in every core.
    private static ClrRuntime CreateRuntime(string path, ClrInfo info, DacLibrary dac)
    {
        try
        {
            ClrRuntime runtime = info.CreateRuntime(dac.LoadPath, ignoreMismatch: true);
            _ = runtime.Heap;
            return runtime;
        }
        catch (Exception e) when (DacErrors.IsNoLibrary(e))
        {
            throw DacErrors.NoLibrary(dac.Path, e);
        }
        catch (Exception e) when (IsDamage(e))
        {
            throw Lacking(path, e.Message, e);
        }
    }

    // What is damaged shows again to whoever reads the threads.
    private static ThreadNumbers Numbers(ClrRuntime runtime, CoreNotes notes)
    {
        try
        {
            return CoreThreads.Match(runtime, notes.Registers);
        }
        catch (Exception e) when (CoreDamage.Shows(e))
        {
            return ThreadNumbers.Same;
        }
    }

    /// <summary>Whether an exception of the DAC or of ClrMD means that the core lacks something.</summary>
    public static bool IsDamage(Exception e) => e is InvalidDataException or IOException or ClrDiagnosticsException or InvalidOperationException;

    private static FathomException Lacking(string path, string what, Exception? inner) => FathomException.Target(
        $"'{path}' lacks memory that the runtime needs to be understood: {what}",
        "write a full core: createdump --full PID, dotnet-dump collect --type Full, "
            + "or echo 0x3f > /proc/PID/coredump_filter before the kernel writes it",
        inner);
}
