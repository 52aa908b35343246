using Fathom.Formats.PerfData.Events;

namespace Fathom.Sources.Traces.Perf;

/// <summary>What a recording has of switches and wakings, and why waits cannot be told from it.</summary>
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

        return events.Any(each => each.IsTracepoint && each.Format is null) ? "The recording does not describe its tracepoints, so waits cannot be told."
            : !Has(events, Switch) ? "The recording has no 'sched:sched_switch', so waits cannot be told."
            : !Has(events, Waking) && !Has(events, Wakeup) ? "The recording has no 'sched:sched_waking', so time in which a thread could run is counted as waiting."
            : null;
    }

    /// <summary>Whether a tracepoint is recorded.</summary>
    public static bool Has(IReadOnlyList<PerfEvent> events, string name) => events.Any(each => each.Format is { System: "sched" } format && format.Name == name);

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
