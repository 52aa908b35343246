using System.Runtime.InteropServices;
using System.Text;
using Fathom.Formats.Etl;
using Fathom.Formats.Etl.Fields;
using Fathom.Formats.NetTrace;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.LoadedFiles;
using Fathom.Sources.Traces.EventPipe;
using Fathom.Sources.Traces.Rows;
using Fathom.Sources.Traces.Universal;

namespace Fathom.Sources.Traces.Etl;

/// <summary>Takes what the kernel tells of processes, their threads and the files that they have mapped as code.</summary>
internal sealed class WindowsProcessTable : EventTable
{
    private const int MostKernelFiles = 1 << 14;
    private const int MostMapped = 1 << 18;

    private readonly TracedMoment _now;
    private readonly TracedProcesses _processes;
    private readonly DrivePaths _paths;
    private readonly EtlTrace _trace;
    private readonly TracedFiles _files;
    private readonly Dictionary<TracedProcess, WindowsProcess> _told = [];
    private readonly Dictionary<TracedThread, ThreadTimes> _threads = [];
    private readonly Dictionary<ulong, MachineMapping> _kernel = [];
    private readonly Dictionary<(TracedProcess Process, ulong Start), (string Path, bool HasVersion)> _mapped = [];
    private readonly SymbolRanges _noSymbols = new();

    /// <summary>Begins.</summary>
    /// <param name="now">The event that is being read.</param>
    /// <param name="processes">The processes.</param>
    /// <param name="paths">Gives paths their drives.</param>
    /// <param name="trace">Tells PDBs and versions of mapped files.</param>
    /// <param name="files">Gets the files that processes have mapped.</param>
    public WindowsProcessTable(TracedMoment now, TracedProcesses processes, DrivePaths paths, EtlTrace trace, TracedFiles files)
    {
        (_now, _processes, _paths, _trace, _files) = (now, processes, paths, trace, files);
        Consumer = new ProcessConsumer(this, trace, Bind);
    }

    /// <inheritdoc/>
    public override EventConsumer Consumer { get; }

    /// <summary>Events about processes and files whose fields make no sense.</summary>
    public long Damaged { get; private set; }

    /// <summary>What is known of a process.</summary>
    public WindowsProcess Of(TracedProcess process) =>
        CollectionsMarshal.GetValueRefOrAddDefault(_told, process, out _) ??= new WindowsProcess();

    /// <summary>When a thread began and ended.</summary>
    public ThreadTimes TimesOf(TracedThread thread) => _threads.GetValueOrDefault(thread);

    /// <inheritdoc/>
    public override void End()
    {
        foreach (TracedProcess process in _processes.All)
        {
            process.Code ??= new MappedCode();
            foreach (MachineMapping mapping in _kernel.Values)
                process.Code.Add(mapping, _noSymbols);
        }
    }

    /// <summary>The provider of processes tells of one that begins, or was there.</summary>
    /// <param name="fields">What it tells.</param>
    /// <param name="hasBegun">Whether it begins.</param>
    public void TakeStart(ProcessEventFields fields, bool hasBegun)
    {
        if (!fields.IsWhole)
        {
            Damaged++;
            return;
        }

        (_now.IsTaken, _now.IsOfMachine) = (true, true);
        TracedProcess process = _now.Process = hasBegun ? _processes.Begin(fields.ProcessId) : _processes.Of(fields.ProcessId);
        if (hasBegun)
            process.StartNs ??= process.Threads.Count == 0 ? _now.Ns : null;
        process.Code ??= new MappedCode();
        ReadOnlySpan<char> name = fields.Path[(fields.Path.LastIndexOf('\\') + 1)..];
        process.Name ??= name.IsEmpty ? null : name.ToString();
        WindowsProcess told = Of(process);
        told.ParentPid ??= (int)fields.ParentId;
        told.Session ??= fields.Session;
    }

    /// <summary>The provider of processes tells of one that ends.</summary>
    /// <param name="fields">What it tells.</param>
    public void TakeStop(ProcessEventFields fields)
    {
        if (!fields.IsWhole)
        {
            Damaged++;
            return;
        }

        (_now.IsTaken, _now.IsOfMachine) = (true, true);
        TracedProcess process = _now.Process = _processes.Of(fields.ProcessId);
        (process.ExitNs, Of(process).ExitStatus) = (_now.Ns, fields.ExitCode);
    }

    /// <summary>The provider of processes tells of a thread that begins or ends.</summary>
    /// <param name="pid">Its process.</param>
    /// <param name="tid">The thread.</param>
    /// <param name="isWhole">Whether no field is missing.</param>
    /// <param name="hasBegun">Whether it begins; else it ends.</param>
    public void TakeThread(uint pid, uint tid, bool isWhole, bool hasBegun)
    {
        if (!isWhole || tid == 0)
        {
            Damaged++;
            return;
        }

        _now.Process = _processes.Of(pid);
        _now.Thread = _processes.ThreadOf(tid);
        Thread(hasBegun, hasEnded: !hasBegun);
    }

    /// <summary>The provider of processes tells of a file that was mapped. Its fields are those of the kernel's second version, but for the last ones.</summary>
    /// <param name="payload">The fields.</param>
    /// <param name="pointerSize">4 or 8.</param>
    public void TakeImage(ReadOnlySpan<byte> payload, int pointerSize)
    {
        ImageFields fields = ImageFields.ReadOfProvider(payload, pointerSize);
        if (fields.IsWhole)
            _now.Process = _processes.Of(fields.ProcessId);
        OnImage(fields, isOfKernel: fields.ProcessId == 0, wasLoaded: true);
    }

    /// <summary>The provider of processes tells of a file that is no longer mapped.</summary>
    public void TakeUnload() => (_now.IsTaken, _now.IsOfMachine) = (true, true);

    private EventReaction? Bind(int hook) => hook switch
    {
        KernelHook.ProcessStart => (in NetTraceEvent at) => Take(at, hasBegun: true, hasEnded: false),
        KernelHook.ProcessEnd => (in NetTraceEvent at) => Take(at, hasBegun: false, hasEnded: true),
        KernelHook.ProcessThere or KernelHook.ProcessLeft or KernelHook.ProcessDefunct =>
            (in NetTraceEvent at) => Take(at, hasBegun: false, hasEnded: false),
        KernelHook.ThreadStart => (in NetTraceEvent at) => Thread(hasBegun: true, hasEnded: false),
        KernelHook.ThreadEnd => (in NetTraceEvent at) => Thread(hasBegun: false, hasEnded: true),
        KernelHook.ThreadThere or KernelHook.ThreadLeft => (in NetTraceEvent at) => Thread(hasBegun: false, hasEnded: false),
        KernelHook.ThreadName => OnThreadName,
        KernelHook.ImageLoad => (in NetTraceEvent at) => OnImage(at, wasLoaded: true),
        KernelHook.ImageThere or KernelHook.ImageLeft => (in NetTraceEvent at) => OnImage(at, wasLoaded: false),
        KernelHook.ImageUnload => (in NetTraceEvent at) => _now.IsTaken = _now.IsOfMachine = true,
        _ => null,
    };

    private void Take(in NetTraceEvent at, bool hasBegun, bool hasEnded)
    {
        ProcessFields fields = ProcessFields.Read(at.Payload, at.Metadata.Version, at.Trace.PointerSize);
        if (!fields.IsWhole)
        {
            Damaged++;
            return;
        }

        (_now.IsTaken, _now.IsOfMachine) = (true, true);
        if (hasBegun)
        {
            TracedProcess process = _now.Process = _processes.Begin(at.ProcessId);
            process.StartNs ??= process.Threads.Count == 0 ? _now.Ns : null;
        }

        TracedProcess of = _now.Process!;
        of.Code ??= new MappedCode();
        of.Name ??= Text(fields.ImageName);
        if (fields.CommandLine.Length > 0)
            of.CommandLine ??= fields.CommandLine.ToString();
        WindowsProcess told = Of(of);
        told.ParentPid ??= (int)fields.ParentId;
        told.Session ??= fields.Session;
        told.User ??= fields.UserText();
        if (hasEnded)
            (of.ExitNs, told.ExitStatus) = (_now.Ns, fields.ExitStatus);
    }

    private void Thread(bool hasBegun, bool hasEnded)
    {
        (_now.IsTaken, _now.IsOfMachine) = (true, true);
        if (_now.Thread is not { } thread)
            return;
        ref ThreadTimes times = ref CollectionsMarshal.GetValueRefOrAddDefault(_threads, thread, out _);
        times = new ThreadTimes(hasBegun ? _now.Ns : times.StartNs, hasEnded ? _now.Ns : hasBegun ? null : times.EndNs);
    }

    private void OnThreadName(in NetTraceEvent at)
    {
        (_now.IsTaken, _now.IsOfMachine) = (true, true);
        PayloadReader fields = at.Fields();
        fields.Skip(2 * sizeof(uint));
        ReadOnlySpan<char> name = fields.Text();
        if (_now.Thread is { } thread && name.Length > 0)
            thread.Name = name.ToString();
    }

    private void OnImage(in NetTraceEvent at, bool wasLoaded)
    {
        ImageFields fields = ImageFields.Read(at.Payload, at.Metadata.Version, at.Trace.PointerSize);
        OnImage(fields, fields.ProcessId == 0 && at.Metadata.Version > 0, wasLoaded);
    }

    private void OnImage(ImageFields fields, bool isOfKernel, bool wasLoaded)
    {
        if (!fields.IsWhole || fields.Size == 0 || fields.Size > ulong.MaxValue - fields.Start)
        {
            Damaged++;
            return;
        }

        (_now.IsTaken, _now.IsOfMachine) = (true, true);
        string path = _paths.Of(fields.Path);
        EtlSymbols? symbols = _trace.SymbolsOf(fields.Start, (int)fields.ProcessId);
        string build = symbols?.Key ?? "";
        ulong end = fields.Start + fields.Size - 1;
        if (isOfKernel)
        {
            if (_kernel.Count < MostKernelFiles && !_kernel.ContainsKey(fields.Start))
                _kernel.Add(fields.Start, new MachineMapping(fields.Start, end, 0, Origin("kernel")));
            return;
        }

        // Each file is told twice or more: when it is mapped, at the begin, at the end.
        TracedProcess process = _now.Process!;
        process.Code ??= new MappedCode();
        if (!process.Code.Has(fields.Start, end, path, build))
            process.Code.Add(new MachineMapping(fields.Start, end, 0, Origin("native") with { Mapped = new CodeRange(0, fields.Size) }), _noSymbols);
        EtlFileVersion? version = _trace.VersionOf(
            fields.Start, (int)fields.ProcessId, (uint)Math.Min(uint.MaxValue, fields.Size), fields.TimeStamp);
        if (!IsNews(process, fields.Start, path, version is not null))
            return;
        ToldVersion? told = version is null ? null : new ToldVersion(version.File, version.Product, version.ProductVersion);
        _files.MapOfWindows(process.Number, path, build, wasLoaded ? _now.ClockNs : 0, told);
        if (IsRuntime(path))
        {
            WindowsProcess known = Of(process);
            known.HasRuntime = true;
            known.RuntimeVersion ??= VersionIn(path);
        }

        CodeOrigin Origin(string kind) => new(kind, path, build, null) { SymbolFile = symbols?.File ?? "" };
    }

    private bool IsNews(TracedProcess process, ulong start, string path, bool hasVersion)
    {
        if (_mapped.TryGetValue((process, start), out (string, bool) known) && known == (path, hasVersion))
            return false;
        if (_mapped.Count < MostMapped)
            _mapped[(process, start)] = (path, hasVersion);
        return true;
    }

    private static bool IsRuntime(ReadOnlySpan<char> path)
    {
        ReadOnlySpan<char> name = path[(path.LastIndexOfAny('/', '\\') + 1)..];
        return name.Equals("coreclr.dll", StringComparison.OrdinalIgnoreCase) || name.Equals("clr.dll", StringComparison.OrdinalIgnoreCase);
    }

    // …\Microsoft.NETCore.App\8.0.1\coreclr.dll, …\Framework64\v4.0.30319\clr.dll
    private static string? VersionIn(string path)
    {
        string[] parts = path.Split('\\');
        string folder = parts.Length > 1 ? parts[^2].TrimStart('v') : "";
        return folder.Length > 0 && char.IsAsciiDigit(folder[0]) ? folder : null;
    }

    private static string Text(ReadOnlySpan<byte> name) => Encoding.UTF8.GetString(name);
}
