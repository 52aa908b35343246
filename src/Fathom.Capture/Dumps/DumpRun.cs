using System.Globalization;
using Fathom.Capture.Triggers;
using Fathom.Model;
using Fathom.Model.Recording;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Targets.Live;

namespace Fathom.Capture.Dumps;

/// <summary>Takes the dumps of a schedule: waits for the process, for the condition and for the time between two dumps.</summary>
/// <param name="taker">Takes one.</param>
/// <param name="schedule">When, and how many.</param>
/// <param name="dac">Folder or file of the data access library (DAC) that the user named, or null.</param>
public sealed partial class DumpRun(DumpTaker taker, DumpSchedule schedule, string? dac)
{
    private readonly List<DumpTaken> _taken = [];
    private readonly List<string> _notes = [];
    private IReadOnlyList<DumpTaken> _crashes = [];

    /// <summary>What a reader must know: why there are fewer dumps than were asked for.</summary>
    public IReadOnlyList<string> Notes => _notes;

    /// <summary>Whether all dumps were taken that there could be.</summary>
    public bool IsComplete => (IsDone || (_crashes.Count > 0 && _done == 0)) && !_isShort && _commands?.Failed is not > 0;

    private bool IsDone => _done == schedule.Count;

    /// <summary>Takes the dumps. Ends early, with those that there are, when the process ends or it is stopped.</summary>
    /// <exception cref="FathomException">There is no dump at all.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="stop"/> was signalled before the first.</exception>
    public IReadOnlyList<DumpTaken> Take(DumpTarget target, IProgress<Progress> progress, CancellationToken stop)
    {
        try
        {
            TakeAll(target, progress, stop);
        }
        finally
        {
            AwaitCommands(progress, stop);
        }

        return [.. _taken, .. _crashes];
    }

    private void TakeAll(DumpTarget target, IProgress<Progress> progress, CancellationToken stop)
    {
        try
        {
            if (target.IsAll)
                TakeOfAll(target, progress, stop);
            while (!target.IsAll && TakeOf(target, progress, stop))
            {
            }
        }
        catch (OperationCanceledException) when (_done > 0)
        {
            _notes.Add(Short("it was stopped"));
        }
        catch (FathomException e) when (_done > 0)
        {
            _notes.Add($"{Short("the next one failed")} {e.Message}");
        }
    }

    // False when there is nothing more to wait for.
    private bool TakeOf(DumpTarget target, IProgress<Progress> progress, CancellationToken stop)
    {
        using ThrowHeld? held = schedule.BeforeHandlers ? new ThrowHeld(schedule.When.Exceptions) : null;
        if (target.Command.Count > 0)
        {
            TakeOfLaunched(target, held, progress, stop);
            return false;
        }

        return TakeOf(target, Find(target, held, progress, stop), held, progress, stop);
    }

    private void TakeOfLaunched(DumpTarget target, ThrowHeld? held, IProgress<Progress> progress, CancellationToken stop)
    {
        using CrashDumps crashes = taker.WaitForCrashes(target.Command);
        using LaunchedProgram program = LaunchedProgram.Start(target.Command, held?.Gate.HookForLaunched(), crashes.Prepare);
        crashes.Begin(program.ProcessId);
        try
        {
            if (held is not null)
            {
                if (FindLaunched(target, program, held, progress, stop) is { } process)
                    _ = TakeOf(target, process, held, progress, stop);
                held.Gate.LetGo();
            }

            progress.Report(new Progress($"waiting for the end of '{target.Word}'", 0, 0));
            program.WaitForEnd(stop);
        }
        catch (OperationCanceledException) when (held is null)
        {
            program.AskToEnd();
            throw;
        }

        string end = program.TellEnd();
        foreach (DumpTaken dump in _taken)
            crashes.Avoid(dump.Path);
        _crashes = crashes.End(end, progress, stop);
        if (_done == 0 && _crashes.Count == 0)
            throw NothingHappened(target, end, held is not null);
        if (_done == 0 && held is not null)
            _notes.Add($"The condition did not hold before the end of '{target.Word}'.");
    }

    private static FathomException NothingHappened(DumpTarget target, string end, bool hasCondition) => hasCondition
        ? FathomException.Target($"'{target.Word}' ended before the condition held, and without a crash dump: {end}. There is no dump.", "exception=* matches any exception")
        : FathomException.Target(
            $"'{target.Word}' ended without a crash dump: {end}. There is no dump.",
            "a dump is written at an unhandled exception, a stack overflow or a fail fast; --before-handlers --when 'exception=*' also covers handled exceptions");

    // Null where it ended before it told anything, such as one that cannot find a part of itself.
    private static ProcessFacts? FindLaunched(DumpTarget target, LaunchedProgram program, ThrowHeld held, IProgress<Progress> progress, CancellationToken stop)
    {
        progress.Report(new Progress($"waiting for '{target.Word}'", 0, 0));
        return held.Gate.TryWait(program.ProcessId, stop) ? new ProcessScanner().Look(program.ProcessId).Facts : null;
    }

    private static ProcessFacts Find(DumpTarget target, ThrowHeld? held, IProgress<Progress> progress, CancellationToken stop)
    {
        progress.Report(new Progress($"waiting for '{target.Word}'", 0, 0));
        ProcessFacts process = target.Wait(stop);
        if (held is not null)
        {
            new TargetAccess(new ProcessScanner()).Check(process.Pid);
            held.Gate.Enter(process.Pid, stop);
        }

        return process;
    }

    private bool TakeOf(DumpTarget target, ProcessFacts process, ThrowHeld? held, IProgress<Progress> progress, CancellationToken stop)
    {
        if (schedule.HasCondition)
            CheckPlaces(process);
        using DumpTrigger? trigger = schedule.HasCondition ? new DumpTrigger(process.Pid, schedule, dac, held, taker.Note, stop) : null;
        try
        {
            return TakeOf(target, process, trigger, progress, stop);
        }
        finally
        {
            if (!IsDone)
            {
                foreach (string sentence in trigger?.Unmet ?? [])
                    taker.Note(sentence);
            }
        }
    }

    private bool TakeOf(DumpTarget target, ProcessFacts process, DumpTrigger? trigger, IProgress<Progress> progress, CancellationToken stop)
    {
        while (!IsDone)
        {
            if (_done > 0 && schedule.Every > TimeSpan.Zero)
                Pause(progress, stop);
            TriggerCause? cause = null;
            if (trigger is not null)
            {
                progress.Report(new Progress($"waiting for the condition in process {process.Pid}", 0, 0));
                cause = trigger.Wait(stop);
                if (cause is null)
                    return GoesOn(target, process);
            }

            Do(process, trigger, cause, progress, stop);
            _done++;
        }

        return false;
    }

    private bool GoesOn(DumpTarget target, ProcessFacts process)
    {
        if (target.MayComeAgain)
        {
            target.HasEnded(process);
            return true;
        }

        // Its crash may have led to a dump.
        if (_done == 0 && target.Command.Count > 0)
            return false;
        if (_done == 0)
            throw FathomException.Target($"Process {process.Pid} ended before the condition held; there is no dump.", $"--wait-for {process.Name} waits for the next process of that name");
        _notes.Add(Short($"process {process.Pid} ended"));
        return false;
    }

    private void Pause(IProgress<Progress> progress, CancellationToken stop)
    {
        progress.Report(new Progress("waiting for the time of the next dump", 0, 0));
        stop.WaitHandle.WaitOne(schedule.Every);
        stop.ThrowIfCancellationRequested();
    }

    private string Short(string why) => string.Create(
        CultureInfo.InvariantCulture,
        $"Of {schedule.Count} {(WritesDumps ? "dumps" : "times")} {_done} were {(WritesDumps ? "written" : "done")}: {why}.");
}
