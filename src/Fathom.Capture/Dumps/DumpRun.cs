using System.Globalization;
using Fathom.Model;
using Fathom.Model.Recording;
using Fathom.Sources.Processes;
using Fathom.Sources.Target;

namespace Fathom.Capture.Dumps;

/// <summary>Takes the dumps of a schedule: waits for the process, for the condition and for the time between two dumps.</summary>
/// <param name="taker">Takes one.</param>
/// <param name="schedule">When, and how many.</param>
/// <param name="dac">Folder or file of the data access library (DAC) that the user named, or null.</param>
public sealed class DumpRun(DumpTaker taker, DumpSchedule schedule, string? dac)
{
    private readonly List<DumpTaken> _taken = [];
    private readonly List<string> _notes = [];

    /// <summary>What a reader must know: why there are fewer dumps than were asked for.</summary>
    public IReadOnlyList<string> Notes => _notes;

    /// <summary>Whether all dumps were taken.</summary>
    public bool IsComplete => _taken.Count == schedule.Count;

    /// <summary>Takes the dumps. Ends early, with those that there are, when the process ends or it is stopped.</summary>
    /// <exception cref="FathomException">There is no dump at all.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="stop"/> was signalled before the first.</exception>
    public IReadOnlyList<DumpTaken> Take(DumpTarget target, IProgress<Progress> progress, CancellationToken stop)
    {
        try
        {
            while (TakeOf(target, progress, stop))
            {
            }
        }
        catch (OperationCanceledException) when (_taken.Count > 0)
        {
            _notes.Add(Short("it was stopped"));
        }
        catch (FathomException e) when (_taken.Count > 0)
        {
            _notes.Add($"{Short("the next one failed")} {e.Message}");
        }

        return _taken;
    }

    // False when there is nothing more to wait for.
    private bool TakeOf(DumpTarget target, IProgress<Progress> progress, CancellationToken stop)
    {
        using ThrowHeld? held = schedule.BeforeHandlers ? new ThrowHeld(schedule.Exceptions) : null;
        using LaunchedProgram? program = target.Command.Count > 0 ? LaunchedProgram.Start(target.Command, held!.Gate.HookForLaunched()) : null;
        ProcessFacts process = Find(target, program, held, progress, stop);
        bool goesOn = TakeOf(target, process, held, progress, stop);
        if (program is not null)
        {
            held!.Gate.LetGo();
            progress.Report(new Progress($"waiting for the end of '{target.Word}'", 0, 0));
            program.WaitForEnd(stop);
        }

        return goesOn;
    }

    private static ProcessFacts Find(DumpTarget target, LaunchedProgram? program, ThrowHeld? held, IProgress<Progress> progress, CancellationToken stop)
    {
        progress.Report(new Progress($"waiting for '{target.Word}'", 0, 0));
        if (program is not null)
        {
            held!.Gate.Wait(program.ProcessId, stop);
            return new ProcessScanner().Look(program.ProcessId).Facts ?? throw FathomException.Target($"'{target.Word}' ended before it could be looked at.", "run it without fathom first");
        }

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
        using DumpTrigger? trigger = schedule.HasCondition ? new DumpTrigger(process.Pid, schedule, dac, held, taker.Note, stop) : null;
        try
        {
            return TakeOf(target, process, trigger, progress, stop);
        }
        finally
        {
            if (!IsComplete)
            {
                foreach (string sentence in trigger?.Unmet ?? [])
                    taker.Note(sentence);
            }
        }
    }

    private bool TakeOf(DumpTarget target, ProcessFacts process, DumpTrigger? trigger, IProgress<Progress> progress, CancellationToken stop)
    {
        while (!IsComplete)
        {
            if (_taken.Count > 0 && schedule.Every > TimeSpan.Zero)
                Pause(progress, stop);
            DumpCause? cause = null;
            if (trigger is not null)
            {
                progress.Report(new Progress($"waiting for the condition in process {process.Pid}", 0, 0));
                cause = trigger.Wait(stop);
                if (cause is null)
                    return GoesOn(target, process);
            }

            try
            {
                _taken.Add(taker.Take(process, _taken.Count + 1, cause, trigger?.Counters, progress, stop));
            }
            finally
            {
                trigger?.Release();
            }
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

        if (_taken.Count == 0)
            throw FathomException.Target($"Process {process.Pid} ended before the condition held; there is no dump.", $"--wait-for {process.Name} takes the next process of the name");
        _notes.Add(Short($"process {process.Pid} ended"));
        return false;
    }

    private void Pause(IProgress<Progress> progress, CancellationToken stop)
    {
        progress.Report(new Progress("waiting for the time of the next dump", 0, 0));
        stop.WaitHandle.WaitOne(schedule.Every);
        stop.ThrowIfCancellationRequested();
    }

    private string Short(string why) => string.Create(CultureInfo.InvariantCulture, $"Of {schedule.Count} dumps {_taken.Count} were written: {why}.");
}
