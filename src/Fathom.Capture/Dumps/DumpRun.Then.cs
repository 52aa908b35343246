using Fathom.Capture.Actions;
using Fathom.Capture.Triggers;
using Fathom.Model;
using Fathom.Model.Recording;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Targets.Live;

namespace Fathom.Capture.Dumps;

/// <content>What is done when a condition is met.</content>
public sealed partial class DumpRun
{
    // While a thread is held, nothing of the program that waits for it goes on.
    private static readonly TimeSpan s_longestHeld = TimeSpan.FromSeconds(60);

    private readonly List<ActionFile> _files = [];
    private CommandRuns? _commands;
    private int _begun;
    private int _done;
    private bool _isShort;

    /// <summary>What was made beside dumps.</summary>
    public IReadOnlyList<ActionFile> Files => _files;

    private bool WritesDumps => schedule.Then.Any(static action => action.Kind == ThenKind.Dump);

    // What can never be made is said before anything is waited for. Who holds the process now may have let it go by then.
    private void CheckPlaces(ProcessFacts process)
    {
        CheckAccess(process);
        string path = taker.PathOf(process, _begun + 1);
        foreach (ThenAction action in schedule.Then.Where(static action => action.Kind != ThenKind.Exec))
            taker.CheckFolder(new DumpPaths(action.Kind == ThenKind.Dump ? path : ActionFile.Beside(path, action)));
    }

    private void CheckAccess(ProcessFacts process)
    {
        if (schedule.Then.Any(static action => action.IsLook))
            new TargetAccess(new ProcessScanner()).Check(process.Pid, isOnlyRead: true);
    }

    private void Do(ProcessFacts process, DumpTrigger? trigger, TriggerCause? cause, IProgress<Progress> progress, CancellationToken stop)
    {
        // One that failed may have left a file of its number.
        string path = taker.PathOf(process, ++_begun);
        FathomException? failure = null;
        // A thread that is held waits for what looks at it, and for nothing else.
        ActionOrder.Do(schedule.Then, Make, () => trigger?.Release(), (action, file) => Begin(action, process.Pid, cause, file, stop));
        if (failure is not null)
            throw failure;

        string? Make(ThenAction action)
        {
            if (action.Kind != ThenKind.Dump)
                return Run(action, process, ActionFile.Beside(path, action), cause, progress, stop);
            try
            {
                _taken.Add(taker.Take(process, path, cause, trigger?.Counters, progress, stop));
                return path;
            }
            catch (FathomException e)
            {
                // Commands are run, and told of no file, before that is all.
                failure = e;
                return null;
            }
        }
    }

    private string? Run(
        ThenAction action, ProcessFacts process, string file, TriggerCause? cause, IProgress<Progress> progress, CancellationToken stop)
    {
        TimeSpan longest = schedule.BeforeHandlers && action.IsLook ? s_longestHeld : Timeout.InfiniteTimeSpan;
        progress.Report(new Progress(action.Kind == ThenKind.Recording ? "recording what comes next" : $"saving the {action.Word}", 0, 0));
        string? why;
        try
        {
            why = taker.Verbs().Run(action, process.Pid, file, longest, stop);
        }
        catch (FathomException e)
        {
            why = e.Message;
        }

        if (why is not null)
        {
            _isShort = true;
            taker.Note($"no {action.Word} of process {process.Pid}: {why}");
            return null;
        }

        _files.Add(ActionFile.Of(action, file, cause?.Text));
        return file;
    }

    private void Begin(ThenAction action, int processId, TriggerCause? cause, string? file, CancellationToken stop)
    {
        _commands ??= new CommandRuns(taker.Note, CommandRuns.UsualLongest, stop);
        _commands.Begin(action, processId, cause?.Text ?? "", file);
    }

    private void AwaitCommands(IProgress<Progress> progress, CancellationToken stop)
    {
        if (_commands is null)
            return;
        if (!stop.IsCancellationRequested)
            progress.Report(new Progress("waiting for the end of commands (Ctrl-C ends them)", 0, 0));
        _commands.Await(stop);
        _commands.Dispose();
    }
}
