using System.Globalization;
using Fathom.Capture.Triggers;
using Fathom.Files;
using Fathom.Model;
using Fathom.Model.Recording;
using Fathom.Sources.DumpWriting;

namespace Fathom.Capture.Dumps;

/// <summary>
/// The dumps that the runtimes of a started program and of its children write when they crash. Each is looked at while it is written, proved when it is, and only
/// then given its name. A thread of its own waits for them, because another may wait for a condition.
/// </summary>
internal sealed class CrashDumps : IDisposable
{
    private static readonly TimeSpan s_look = TimeSpan.FromMilliseconds(20);

    private readonly DumpTaker _taker;
    private readonly DumpOptions _options;
    private readonly string _word;
    private readonly CrashFolder _folder;
    private readonly CancellationTokenSource _stop = new();
    private readonly ManualResetEventSlim _programEnded = new(false);
    private readonly Dictionary<int, CrashDump> _seen = [];
    private readonly Dictionary<int, Task> _proofs = [];
    private readonly List<DumpTaken> _taken = [];
    private readonly CrashNames _names;
    private readonly Lock _gate = new();
    private Thread? _thread;
    private Exception? _error;
    private int _programId;

    /// <summary>Makes the place that they are written to.</summary>
    /// <param name="taker">Writes what lies beside a dump.</param>
    /// <param name="options">How dumps are written.</param>
    /// <param name="command">The program and its arguments.</param>
    /// <exception cref="FathomException">The dump could not get its name.</exception>
    public CrashDumps(DumpTaker taker, DumpOptions options, IReadOnlyList<string> command)
    {
        _taker = taker;
        _options = options;
        _word = command[0];
        _names = new CrashNames(options.Force);
        DumpPaths paths = new(NameOf(null, 0, 1));
        taker.CheckFolder(paths);
        _folder = CrashFolder.Create(Path.GetDirectoryName(paths.Final)!);
    }

    /// <summary>Puts what the runtimes need into the environment of the program.</summary>
    public void Prepare(IDictionary<string, string?> environment)
    {
        IReadOnlyList<string> earlier = CrashSettings.Set(environment, _options.Kind, _folder.Template, _folder.Log);
        if (earlier.Count > 0)
            _taker.Note($"'{_word}' does not get {string.Join(", ", earlier)} of this environment: its crash dump is written to where fathom expects it.");
    }

    /// <summary>Begins to wait.</summary>
    /// <param name="programId">The program.</param>
    public void Begin(int programId)
    {
        _programId = programId;
        if (_options.Fathom.Count > 0)
            _folder.BeginGuard(_options.Fathom, programId);
        _thread = new Thread(Watch) { IsBackground = true, Name = "fathom crashes" };
        _thread.Start();
    }

    /// <summary>Names that other dumps of this run have.</summary>
    public void Avoid(string path)
    {
        lock (_gate)
            _names.Add(path);
    }

    /// <summary>Waits for the dumps that are being written when the program has ended, and gives all of them.</summary>
    /// <param name="end">How the program ended.</param>
    /// <param name="progress">Told what is being done.</param>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    public IReadOnlyList<DumpTaken> End(string end, IProgress<Progress> progress, CancellationToken stop)
    {
        using CancellationTokenRegistration both = stop.Register(_stop.Cancel);
        progress.Report(new Progress("waiting for crash dumps", 0, 0));
        _programEnded.Set();
        _thread!.Join();
        Task.WaitAll([.. _proofs.Values], CancellationToken.None);
        stop.ThrowIfCancellationRequested();
        if (_error is { } error)
            throw FathomException.Target($"Waiting for dumps of '{_word}' failed: {error.Message}", "try again", error);
        if (_seen.TryGetValue(_programId, out CrashDump? own))
        {
            progress.Report(new Progress("walking the dump", 0, 0));
            Prove(own, new TriggerCause($"the end of '{_word}': {end}"));
        }

        return _taken;
    }

    public void Dispose()
    {
        _stop.Cancel();
        _programEnded.Set();
        _thread?.Join();
        Task.WaitAll([.. _proofs.Values], CancellationToken.None);
        foreach (CrashDump crash in _seen.Values)
        {
            if (!crash.IsDone)
                crash.End();
            crash.Dispose();
        }

        _folder.Dispose();
        _stop.Dispose();
        _programEnded.Dispose();
    }

    private void Watch()
    {
        try
        {
            bool isLast;
            do
            {
                isLast = _programEnded.IsSet;
                foreach (int processId in _folder.Starting().Append(_programId).Where(IsHeld).Concat(_folder.Begun()))
                    Look(processId);
                ProveThoseOfChildren();
                WaitHandle.WaitAny(isLast ? [_stop.Token.WaitHandle] : [_stop.Token.WaitHandle, _programEnded.WaitHandle], s_look);
            }
            while (!_stop.IsCancellationRequested && (!isLast || _seen.Values.Any(IsOpen)));
        }
        catch (OperationCanceledException)
        {
            // Whoever has stopped it says so. On a thread of its own an exception would end all of Fathom, with a writer still held.
            return;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or FathomException)
        {
            _error = e;
        }
    }

    // A writer that has only just been started holds its process a moment later.
    private bool IsHeld(int processId) => CrashDump.IsBegun(_folder, processId);

    private void Look(int processId)
    {
        if (!_seen.ContainsKey(processId))
            _seen.Add(processId, CrashDump.Look(_folder, processId, _taker, _options, _stop.Token));
    }

    // At once, because the program may run for long.
    private void ProveThoseOfChildren()
    {
        foreach (CrashDump crash in _seen.Values)
        {
            if (crash.ProcessId == _programId || _proofs.ContainsKey(crash.ProcessId) || !crash.IsDone)
                continue;
            TriggerCause cause = new(string.Create(CultureInfo.InvariantCulture, $"the end of process {crash.ProcessId}, which '{_word}' or a child of it had started"));
            _proofs.Add(crash.ProcessId, Task.Run(() => ProveThatOfChild(crash, cause)));
        }
    }

    private bool IsOpen(CrashDump crash) => crash.ProcessId == _programId ? !crash.IsDone : !_proofs.ContainsKey(crash.ProcessId);

    private void ProveThatOfChild(CrashDump crash, TriggerCause cause)
    {
        try
        {
            Prove(crash, cause);
        }
        catch (Exception e) when (e is FathomException or IOException or UnauthorizedAccessException)
        {
            _taker.Note(e.Message);
        }
        catch (OperationCanceledException)
        {
            // Whoever has stopped all of it says so.
            return;
        }
    }

    private void Prove(CrashDump crash, TriggerCause cause)
    {
        // Before it is looked at: nobody else can change it afterwards.
        if (File.Exists(crash.File))
            OwnFile.TakeOver(crash.File);
        DumpVerdict verdict = DumpProof.Of(crash.File, _options.Kind, _options, _stop.Token);
        if (!verdict.IsWhole)
        {
            _taker.Note(string.Create(
                CultureInfo.InvariantCulture, $"The dump of process {crash.ProcessId} is incomplete, so it is removed: its writer was killed or failed. {verdict.Problem}"));
            return;
        }

        if (verdict.Problem is { } problem)
            _taker.Note($"The dump is complete, but not verified. {problem}");
        lock (_gate)
        {
            DumpPaths paths = new(_names.Free(NameOf(crash.Name, crash.ProcessId, _names.Count + 1)));
            if (crash.Missing is { } why)
                _taker.Note($"There is no memory map next to '{paths.Final}'. {why}");
            _taken.Add(crash.Publish(paths, verdict.IsVerified, cause, _options));
            _names.Add(paths.Final);
        }
    }

    private string NameOf(string? name, int processId, int number) =>
        _options.Name.PathOf(name ?? Path.GetFileNameWithoutExtension(_word), processId, _options.Time.GetUtcNow(), number);
}
