using System.Diagnostics;
using System.Runtime.InteropServices;
using Fathom.Capture.Actions;
using Fathom.Files;
using Fathom.Model;
using Fathom.Model.Recording;
using Fathom.Recorder;
using Fathom.Recorder.Kernel;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Surroundings;
using Fathom.Storage.Recordings;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Capture.Recording;

/// <summary>Records: starts the sources, waits for the end, stops them, and makes a recording of what they wrote.</summary>
/// <param name="options">What is recorded.</param>
/// <param name="recorder">Name and version of this program.</param>
/// <param name="began">Told when all sources are on, and what the recording will lack.</param>
public sealed partial class RecordRun(RecordOptions options, string recorder, Action<RecordBegin> began) : IDisposable
{
    private const string LeftNoTime = "SIGTERM left no time for it.";

    private static readonly TimeSpan s_look = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan s_lastLook = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan s_extractionGrace = TimeSpan.FromMilliseconds(250);

    private readonly List<RefusedEvent> _refused = [];
    private readonly SizeBudget _budget = new(options.MaxBytes);
    private MachineWatch? _machine;
    private KernelRecorder? _kernel;
    private StartedProgram? _program;
    private RuntimePart? _runtimes;
    private long _machineBytes;
    private CancellationToken _soon;
    private long _kernelStart;

    /// <summary>Records until the end.</summary>
    /// <param name="progress">Told how far it is.</param>
    /// <param name="stop">Ends the recording, which is its normal end; what was recorded is read afterwards.</param>
    /// <param name="soon">Leaves what is not done yet: the raw files stay, and can be read later.</param>
    /// <exception cref="FathomException">Nothing can be recorded, or the program cannot be started.</exception>
    public RecordOutcome Run(IProgress<Progress> progress, CancellationToken stop, CancellationToken soon = default)
    {
        _soon = soon;
        ProcNamespace.Check();
        if (!options.KeepsRaw)
            RecordingWriter.CheckPlace(options.SaveTo, options.Replace);
        PrepareConditions(stop);
        RawFolder raw = RawFolder.Create(options.SaveTo, options.Replace);
        bool isRecorded = false;
        try
        {
            using SafeFileHandle held = FileHold.Make(raw.PathOf(RawFolder.HeldFile));
            RecorderNotes notes = new(RecorderNotes.CurrentVersion, options.Command, recorder, Environment.ProcessId, options.Processes)
            {
                Labels = options.Labels,
                Start = RunningRecorder.StartOf(Environment.ProcessId),
                RingNs = options.KeepNs,
            };
            notes.Write(raw.PathOf(RawFolder.NotesFile));
            Start(raw, stop);
            notes = notes with { Started = _program?.ProcessId };
            (notes with { Refused = _refused }).Write(raw.PathOf(RawFolder.NotesFile));
            long start = Stopwatch.GetTimestamp();
            TimeSpan usedBefore = Environment.CpuUsage.TotalTime;
            began(new RecordBegin(_kernel?.IsWholeMachine == true, _program?.ProcessId, _refused));
            isRecorded = true;
            _watch?.Begin(_program?.ProcessId);
            _watch?.Follow(_runtimes!.Marks);
            int toldBefore = _refused.Count;
            RecordEnd end = Wait(raw, notes, progress, start, stop);
            IReadOnlyList<string> conditionNotes = _watch?.Stop() ?? [];
            // A small limit may be reached before the last program has opened its events; the kernel has recorded since it began.
            TimeSpan duration = Stopwatch.GetElapsedTime(end == RecordEnd.MaxSize && _kernelStart != 0 ? _kernelStart : start);
            notes = notes with
            {
                CpuNs = (long)(Environment.CpuUsage.TotalTime - usedBefore).TotalNanoseconds,
                RunNs = (long)Stopwatch.GetElapsedTime(start).TotalNanoseconds,
            };
            progress.Report(new Progress("stopping the recorder", 0, 0));
            int priority = RecorderThreads.Favor();
            _runtimes!.BeginStop();
            KernelRecorderResult? kernel = _kernel?.Stop();
            long stopNs = kernel?.StopNs ?? Stopwatch.GetTimestamp();
            RecorderThreads.Restore(priority);
            // The kernel's part is whole. What may end this process before the rest is leaves it as that of a killed recorder, with all that was lost up to here.
            TryWrite(raw, Final(notes, kernel, end) with { End = null });
            MachineWatchResult? machine = _machine?.Stop(s_lastLook, soon);
            if (machine?.Problem is { } problem)
                _refused.Add(new RefusedEvent("the machine at the end", problem, null));
            _refused.AddRange(_runtimes.Stop(soon).Except(_refused));
            RefusedEvent[] later = [.. _refused.Skip(toldBefore)];
            end = kernel?.Failure is not null ? RecordEnd.Failed : end;
            RecorderNotes last = Final(notes, kernel, end);
            string? uncut = TryKeep(raw, ref last, ref kernel, stopNs);
            TryWrite(raw, last);
            if (options.Ring is not null && uncut is null)
                RingCut.RemoveSegments(raw);
            RecordOutcome outcome = new(end, duration, raw.Path, raw.Bytes, null) { Kernel = kernel, RefusedLater = later, Window = last.Window };
            outcome = WithProgram(outcome) with { ExtractionFailure = uncut };
            AwaitSaves();
            outcome = options.KeepsRaw || uncut is not null ? outcome : Extract(raw, outcome, progress, soon);
            TellUnmade();
            ActionOutcome? actions = _actions?.End(stop, soon);
            return outcome with
            {
                Files = actions?.Files ?? [], Undone = actions?.Failed ?? 0, Saves = [.. _saves],
                RingNotes = [.. conditionNotes, .. RecordedParts.WithoutRoom(last)],
            };
        }
        finally
        {
            if (!isRecorded)
            {
                _kernel?.Dispose();
                _machine?.Dispose();
                _runtimes?.Dispose();
                (_kernel, _machine, _runtimes) = (null, null, null);
                raw.Remove();
            }
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        // The end of the process closes all of them, and does not wait for programs that do not answer.
        if (_soon.IsCancellationRequested)
        {
            _actions?.Dispose();
            return;
        }

        _kernel?.Dispose();
        _machine?.Dispose();
        _runtimes?.Dispose();
        _program?.Dispose();
        _budget.Dispose();
        _watch?.Dispose();
        _actions?.Dispose();
        _asked.Dispose();
        _book?.Dispose();
    }

    private void Start(RawFolder raw, CancellationToken stop)
    {
        KernelAccess access = KernelAccess.Look();
        bool hasTargets = options.Program.Count > 0 || options.Processes.Count > 0;
        bool isKernelAllowed = access.Machine || (access.Own && hasTargets);
        if (!isKernelAllowed && (options.WithoutRuntimes || options.Kernel == KernelUse.Required))
            throw FathomException.NotPossible(access.Why!.Why, Fix(access));
        BeginRing(raw, access.Machine && isKernelAllowed && options.Kernel != KernelUse.None);
        // Nothing has begun.
        stop.ThrowIfCancellationRequested();
        _startNs = Stopwatch.GetTimestamp();
        _machine = MachineWatch.Start(new MachineWatchOptions { Path = raw.PathOf(RawFolder.MachineFile), FollowsAll = !hasTargets, KeepNs = options.KeepNs });
        foreach (int pid in options.Processes)
            _machine.Follow(pid);
        _runtimes = new RuntimePart(options, raw, _budget);
        // Before the kernel records what this thread starts next.
        IReadOnlyDictionary<string, string?> environment = options.Program.Count > 0 ? _runtimes.Environment() : new Dictionary<string, string?>();
        if (isKernelAllowed && options.Kernel != KernelUse.None)
            StartKernel(raw, access);
        else if (options.Kernel != KernelUse.None)
            _refused.Add(access.Why! with { What = "samples, waits and process lifetimes: only the events of .NET programs", Fix = Fix(access) });
        // On the thread that the events of an ordinary user wait on.
        if (options.Program.Count > 0)
        {
            _kernel?.FollowChildren(isOn: true);
            _program = StartedProgram.Start(options.Program, environment);
            _kernel?.FollowChildren(isOn: false);
            _runtimes.Follow(_program.ProcessId);
            _machine.Follow(_program.ProcessId);
        }

        _runtimes.Attach(stop);
        if (options.Kernel == KernelUse.None && _program is null && _runtimes.Failure is { } failure)
            throw failure;
        _refused.AddRange(_runtimes.Refused);
    }

    private static bool IsArm => RuntimeInformation.ProcessArchitecture == Architecture.Arm64;

    private static string? Fix(KernelAccess access) =>
        access.Own ? $"start your own program: fathom record --save NAME.fathom -- PROGRAM; or {access.Why!.Fix}" : access.Why!.Fix;

    private void StartKernel(RawFolder raw, KernelAccess access)
    {
        _kernelStart = _startNs = Stopwatch.GetTimestamp();
        _kernel = KernelRecorder.Start(new KernelRecorderOptions(raw.PathOf(RawFolder.KernelFile))
        {
            SampleFrequency = options.Frequency,
            SampleStackBytes = options.StackBytes,
            RingBytes = options.RingBytes,
            Tracepoints = options.Tracepoints,
            MachineTracepoints = [.. options.Profiles.SelectMany(static profile => profile.Events).Distinct()],
            Calls = [.. options.Profiles.SelectMany(static profile => profile.Calls).DistinctBy(static call => call.Name)],
            TracedCalls = [.. options.Profiles.SelectMany(static profile => profile.TracedNumbers(IsArm)).Distinct()],
            Faults = options.Profiles.Any(static profile => profile.HasFaults),
            CallProcesses = options.Program.Count > 0 || options.Processes.Count > 0 ? options.Processes : null,
            Budget = _budget,
            KeepNs = options.KeepNs,
            Processes = access.Machine || options.Program.Count > 0 ? null : options.Processes,
            FollowsNextProgram = !access.Machine && options.Program.Count > 0,
            CommandLine = [options.Command],
            Recorder = recorder,
        }, access);
        _refused.AddRange(_kernel.Refused);
    }

    private RecordEnd Wait(RawFolder raw, RecorderNotes notes, IProgress<Progress> progress, long start, CancellationToken stop)
    {
        List<WaitHandle> handles = [stop.WaitHandle, _budget.Reached];
        if (_kernel is not null)
            handles.Add(_kernel.Ended);
        if (_program is not null)
            handles.Add(_program.Ended);
        handles.Add(_asked.Handle);
        WaitHandle[] all = [.. handles];
        while (true)
        {
            TimeSpan elapsed = Stopwatch.GetElapsedTime(start);
            if (options.Duration is { } duration && elapsed >= duration)
                return RecordEnd.Duration;
            if (options.Processes.Count > 0 && _program is null && !options.Processes.Any(static pid => Directory.Exists($"/proc/{pid}")))
                return RecordEnd.Processes;
            SpendOnMachine(raw);
            SaveAsked(raw, notes);
            _watch?.Follow(_runtimes!.Running);
            if (_watch is { IsDone: true } && _asked.FirstNs is null)
                return RecordEnd.Saves;
            if (!TryTrim())
                return RecordEnd.Failed;
            progress.Report(RecordProgress.Of(elapsed, options, _kernel, KeptBytes(raw), _saves.Count));
            TimeSpan left = options.Duration is { } most && most - elapsed < s_look ? most - elapsed : s_look;
            int signalled = WaitHandle.WaitAny(all, left);
            if (signalled == WaitHandle.WaitTimeout || all[signalled] == _asked.Handle)
                continue;
            return signalled == 0 ? RecordEnd.Stopped
                : signalled == 1 ? RecordEnd.MaxSize
                : all[signalled] == _program?.Ended ? RecordEnd.Program
                : RecordEnd.Failed;
        }
    }

    // It grows slowly.
    private void SpendOnMachine(RawFolder raw)
    {
        FileInfo log = new(raw.PathOf(RawFolder.MachineFile));
        (long before, _machineBytes) = (_machineBytes, log.Exists ? log.Length : 0);
        _budget.Use(_machineBytes - before);
    }

    private RecordOutcome WithProgram(RecordOutcome outcome)
    {
        (string? text, int? code) = _program?.TellEnd() ?? (null, null);
        return outcome with { ProgramEnd = text, ProgramCode = code, ProgramId = _program?.ProcessId, Programs = Programs() };
    }

    // Where a recording is about some programs, those of the runtimes that it has are no others.
    private IReadOnlyList<int> Programs()
    {
        int[] named = _program is { } program ? [program.ProcessId] : [.. options.Processes];
        return named.Length == 0 ? [] : [.. named.Union(_runtimes!.Windows.Select(static window => window.ProcessId).OfType<int>())];
    }

    private RecorderNotes Final(RecorderNotes notes, KernelRecorderResult? kernel, RecordEnd end) => notes with
    {
        Refused = _refused,
        End = end.ToString().ToLowerInvariant(),
        Failure = kernel?.Failure,
        Silent = kernel?.Silent ?? [],
        Lost = kernel?.Lost ?? [],
        Counts = kernel?.Counts ?? [],
        Stacks = kernel?.Stacks ?? [],
        Calls = kernel?.Calls,
        BrokenBytes = kernel?.BrokenBytes ?? 0,
        LeftOutFiles = kernel?.LeftOutFiles ?? 0,
        UnreadThreads = kernel?.UnreadThreads ?? 0,
        Sources =
        [
            .. kernel is null ? Array.Empty<SourceWindow>() : [new SourceWindow(RawFolder.KernelFile, "kernel", null, kernel.StartNs, kernel.StopNs, kernel.Bytes)],
            .. _runtimes!.Windows,
        ],
    };

    // On a full disk there may be no room for it; what was recorded is worth more.
    private static void TryWrite(RawFolder raw, RecorderNotes notes)
    {
        try
        {
            notes.Write(raw.PathOf(RawFolder.NotesFile));
        }
        catch (IOException)
        {
            // The first ones stay.
        }
    }

    // A second signal ends the program as it always does; the raw files stay then.
    private RecordOutcome Extract(RawFolder raw, RecordOutcome outcome, IProgress<Progress> progress, CancellationToken soon)
    {
        try
        {
            RawExtractionOptions how = new(options.Command, options.Time) { SymbolFolders = options.SymbolFolders };
            if (!LeavableWork.TryDo(() => RawExtraction.Run(raw, options.SaveTo, options.Replace, how, progress, soon), s_extractionGrace, soon))
                return outcome with { ExtractionFailure = LeftNoTime };
            raw.Remove();
            return outcome with { RawFolder = null, Recording = options.SaveTo };
        }
        catch (FathomException e)
        {
            return outcome with { ExtractionFailure = e.Message };
        }
    }
}
