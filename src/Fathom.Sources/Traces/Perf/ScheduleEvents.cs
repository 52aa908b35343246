using Fathom.Formats.PerfData;
using Fathom.Formats.PerfData.Events;
using Fathom.Model.Scheduling;

namespace Fathom.Sources.Traces.Perf;

/// <summary>What a recording has of switches and wakings, and why waits cannot be determined from it.</summary>
internal static class ScheduleEvents
{
    public const string Switch = "sched_switch";
    public const string Waking = "sched_waking";
    public const string Wakeup = "sched_wakeup";
    public const string WakeupNew = "sched_wakeup_new";

    /// <summary>Why sums of waits would be wrong.</summary>
    /// <param name="events">Events of the recording.</param>
    /// <returns>One sentence, or null where they are right.</returns>
    public static string? WhyNoWaits(IReadOnlyList<PerfEvent> events)
    {
        if (WhySampled(events) is { } reason)
            return reason;

        return HasRecords(events) ? null
            : events.Any(each => each.IsTracepoint && each.Format is null) ? "The recording does not describe its tracepoints, so waits cannot be determined."
            : !Has(events, Switch) ? "The recording has no 'sched:sched_switch', so waits cannot be determined."
            : !Has(events, Waking) && !Has(events, Wakeup) ? "The recording has no 'sched:sched_waking', so waiting cannot be distinguished from being ready."
            : null;
    }

    /// <summary>Why states of threads cannot be told from a recording, though it has switches.</summary>
    /// <returns>One sentence, or null where they can.</returns>
    public static string? WhyNoStates(PerfDataReader reader) =>
        WhySampled(reader.Events)
        ?? (!reader.Scope.IsWholeMachine
            ? HasRecords(reader.Events) ? null
                : "Only some threads were recorded, and a switch to a thread is seen by the thread before it, so it is unknown when they ran again. 'perf record -a' records all, and "
                + "'--switch-events' tells when each ran."
            : !IsWholeMachine(reader) ? "Only some processors were recorded, so time on the others looks like waiting. 'perf record -a' without '-C' records all."
            : null);

    /// <summary>Whether states of threads can be told, and so what they waited.</summary>
    public static bool HasStates(PerfDataReader reader) => (Has(reader.Events, Switch) || HasRecords(reader.Events)) && WhyNoStates(reader) is null;

    /// <summary>Whether all threads of all processors were recorded.</summary>
    public static bool IsWholeMachine(PerfDataReader reader) =>
        reader.Scope.IsWholeMachine && (reader.Features.CpusOnline == 0 || reader.Scope.Cpus.Count >= reader.Features.CpusOnline);

    /// <summary>Whether a tracepoint is recorded.</summary>
    public static bool Has(IReadOnlyList<PerfEvent> events, string name) => events.Any(each => each.Format is { System: "sched" } format && format.Name == name);

    /// <summary>Whether the kernel's own records of switches are recorded (<c>perf record --switch-events</c>): of single threads they have all of their switches.</summary>
    public static bool HasRecords(IReadOnlyList<PerfEvent> events) => events.Any(static each => (each.Attributes.Flags & (ulong)PerfEventBits.ContextSwitch) != 0);

    /// <summary>Whether turns of pool threads are only counted.</summary>
    public static bool LeavesOutTurns(IReadOnlyList<PerfEvent> events) => events.Any(static each => each.Name == PoolTurns.EventName);

    /// <summary>Why switches cannot be paired: the kernel kept only some.</summary>
    /// <returns>One sentence, or null where it kept all.</returns>
    public static string? WhySampled(IReadOnlyList<PerfEvent> events)
    {
        PerfEvent? sampled = events.FirstOrDefault(each => each.IsSampledTracepoint && each.Format?.Name is (Switch or Waking or Wakeup));
        if (sampled is not null)
        {
            string how = sampled.Attributes.IsFrequency ? $"at a rate of {sampled.Attributes.Period} per second" : $"each {sampled.Attributes.Period}th time";
            return $"'{sampled.Name}' was recorded {how} and not each time, as 'perf record -F' and '-c' make it for all events, so waits cannot be summed.";
        }

        return null;
    }
}
