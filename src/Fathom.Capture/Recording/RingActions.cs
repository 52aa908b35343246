using System.Globalization;
using Fathom.Capture.Actions;
using Fathom.Model;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Subjects;
using Fathom.Sources.Targets.Live;

namespace Fathom.Capture.Recording;

/// <summary>
/// What is done beside a save of a ring when a condition is met. What looks at a process does so at once, one process at a time;
/// commands are run when the save is done. Nothing of it stops the recorder.
/// </summary>
internal sealed class RingActions : IDisposable
{
    // Each has a thread; a dump of a large process takes minutes.
    private const int MostOpen = 8;

    // Of what was met shortly before the end, a command has its save by now.
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(5);

    private readonly RecordOptions _options;
    private readonly IReadOnlyList<ThenAction> _then;
    private readonly VerbRun _verbs;
    private readonly Action<string> _said;
    private readonly CommandRuns _commands;
    private readonly CancellationTokenSource _end;
    private readonly Lock _gate = new();
    private readonly Lock _oneLook = new();
    private readonly List<Task> _open = [];
    private readonly Dictionary<SaveCause, TaskCompletionSource<string?>> _saves = [];
    private readonly List<ActionFile> _files = [];
    private readonly HashSet<string> _stems = [];
    private int _failed;
    private bool _isOver;

    /// <summary>Prepares them.</summary>
    /// <param name="then">What is done; the save stands before all where it is not named.</param>
    /// <param name="options">The recording.</param>
    /// <param name="said">Told what was done, and what failed, a sentence, on any thread.</param>
    /// <param name="soon">There is no time left: ends what goes on.</param>
    public RingActions(IReadOnlyList<ThenAction> then, RecordOptions options, Action<string> said, CancellationToken soon)
    {
        _options = options;
        _said = said;
        _then = then.Any(static action => action.Kind == ThenKind.Recording) ? then : [new ThenAction(ThenKind.Recording, []), .. then];
        string[] labels = [.. options.Labels.SelectMany(static label => (string[])["--label", $"{label.Key}={label.Value}"])];
        _verbs = new VerbRun(options.Fathom, labels, []);
        _end = CancellationTokenSource.CreateLinkedTokenSource(soon);
        _commands = new CommandRuns(said, CommandRuns.UsualLongest, _end.Token);
    }

    /// <summary>Looks whether it can be done to a process at all.</summary>
    /// <exception cref="FathomException">It cannot.</exception>
    public static void Check(IReadOnlyList<ThenAction> then, int processId)
    {
        if (!then.Any(static action => action.IsLook))
            return;
        ProcessScanner scanner = new();
        bool isAny = !then.Any(static action => action.Kind is ThenKind.Dump or ThenKind.Snapshot);
        string word = string.Create(CultureInfo.InvariantCulture, $"pid:{processId}");
        _ = new SubjectResolver(scanner) { TakesAnyProcess = isAny }.Resolve(word);
        new TargetAccess(scanner).Check(processId, isOnlyRead: true);
    }

    /// <summary>A save will be told of that this condition led to: the path of the recording, null where none is made.</summary>
    public Task<string?> Expect(SaveCause cause)
    {
        lock (_gate)
        {
            if (!_saves.TryGetValue(cause, out TaskCompletionSource<string?>? save))
                _saves.Add(cause, save = new TaskCompletionSource<string?>(TaskCreationOptions.RunContinuationsAsynchronously));
            return save.Task;
        }
    }

    /// <summary>Begins what is done because of a condition. Any thread may.</summary>
    /// <param name="cause">The condition.</param>
    /// <param name="save">Its save.</param>
    public void Begin(SaveCause cause, Task<string?> save)
    {
        bool isOver;
        lock (_gate)
        {
            isOver = _isOver || _end.IsCancellationRequested;
            _open.RemoveAll(static task => task.IsCompleted);
            if (!isOver && _open.Count < MostOpen)
            {
                _open.Add(Task.Factory.StartNew(
                    () => Do(cause, save), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default));
                return;
            }
        }

        string why = isOver ? "Fathom ends" : string.Create(CultureInfo.InvariantCulture, $"that of {MostOpen} conditions goes on still");
        Fail(string.Create(CultureInfo.InvariantCulture, $"nothing of --then was done for process {cause.ProcessId}: {why}"));
    }

    /// <summary>A save is done. Any thread may tell.</summary>
    public void Tell(SavedRecording saved)
    {
        lock (_gate)
        {
            foreach (SaveCause cause in saved.Causes)
            {
                if (_saves.Remove(cause, out TaskCompletionSource<string?>? save))
                    save.TrySetResult(saved.Failure is null ? saved.Recording ?? saved.RawFolder : null);
            }
        }
    }

    /// <summary>Waits for what goes on, and ends commands that do not end.</summary>
    /// <param name="stop">The recording was ended by a signal, or the waiting is now.</param>
    /// <param name="soon">There is no time left.</param>
    public ActionOutcome End(CancellationToken stop, CancellationToken soon)
    {
        using CancellationTokenSource late = CancellationTokenSource.CreateLinkedTokenSource(
            stop.IsCancellationRequested ? soon : stop, soon);
        using CancellationTokenRegistration ends = late.Token.Register(_end.Cancel);
        Task[] open;
        lock (_gate)
        {
            // No save comes any more, and nobody waits for what would begin now.
            _isOver = true;
            foreach (TaskCompletionSource<string?> save in _saves.Values)
                save.TrySetResult(null);
            open = [.. _open];
        }

        Task.WaitAll(open, CancellationToken.None);
        if (stop.IsCancellationRequested)
            late.CancelAfter(s_patience);
        _commands.Await(late.Token);
        lock (_gate)
            return new ActionOutcome([.. _files], _failed + _commands.Failed);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _end.Cancel();
        Task[] open;
        lock (_gate)
        {
            _isOver = true;
            open = [.. _open];
        }

        // Those that have begun a process end it first.
        _ = Task.WaitAny(Task.WhenAll(open), Task.Delay(s_patience));
        _commands.Dispose();
    }

    private void Do(SaveCause cause, Task<string?> save)
    {
        try
        {
            string stem = StemOf(cause);
            ActionOrder.Do(
                _then,
                action => action.Kind == ThenKind.Recording ? Saved(save) : Look(action, cause, stem + action.Suffix),
                static () => { },
                (action, file) => _commands.Begin(action, cause.ProcessId, cause.Text, file));
        }
        catch (OperationCanceledException)
        {
            Fail(string.Create(CultureInfo.InvariantCulture, $"not all of --then was done for process {cause.ProcessId}: Fathom ends"));
        }
        catch (Exception e) when (e is FathomException or IOException or UnauthorizedAccessException)
        {
            Fail(string.Create(CultureInfo.InvariantCulture, $"not all of --then was done for process {cause.ProcessId}: {e.Message}"));
        }
    }

    private string? Saved(Task<string?> save)
    {
        save.Wait(_end.Token);
        return save.Result;
    }

    private string? Look(ThenAction action, SaveCause cause, string file)
    {
        string? why;
        lock (_oneLook)
            why = _verbs.Run(action, cause.ProcessId, file, _end.Token);
        if (why is not null)
        {
            Fail(string.Create(CultureInfo.InvariantCulture, $"no {action.Word} of process {cause.ProcessId}: {why}"));
            return null;
        }

        ActionFile made = ActionFile.Of(action, file, cause.Text);
        lock (_gate)
            _files.Add(made);
        _said(string.Create(
            CultureInfo.InvariantCulture, $"saved the {action.Word} of process {cause.ProcessId}: '{file}', because {cause.Text}"));
        return file;
    }

    // NAME_PID_TIME, and a number behind it where that second has one already, also one that is not made yet.
    private string StemOf(SaveCause cause)
    {
        string time = _options.Time.GetUtcNow().UtcDateTime.ToString("yyyyMMdd-HHmmss", CultureInfo.InvariantCulture);
        string stem = string.Create(CultureInfo.InvariantCulture, $"{RawFolder.StemOf(_options.SaveTo)}_{cause.ProcessId}_{time}");
        string name = stem;
        lock (_gate)
        {
            for (int count = 2; !_stems.Add(name) || _then.Any(action => action.IsLook && Path.Exists(name + action.Suffix)); count++)
                name = string.Create(CultureInfo.InvariantCulture, $"{stem}_{count}");
        }

        return name;
    }

    private void Fail(string sentence)
    {
        lock (_gate)
            _failed++;
        _said(sentence);
    }
}
