using Fathom.Formats.PerfData.Events;

namespace Fathom.Recorder.Kernel.Events;

/// <summary>An event that is to be recorded.</summary>
/// <param name="Name">Its name, as perf has it.</param>
/// <param name="Role">What it is recorded for.</param>
/// <param name="Attributes">What the kernel is told.</param>
internal sealed record RecordedEvent(string Name, EventRole Role, PerfEventAttributes Attributes)
{
    /// <summary>What the file says, where that differs.</summary>
    public PerfEventAttributes? InFile { get; init; }

    /// <summary>Which occurrences count, as the kernel reads it; null for all.</summary>
    public string? Filter { get; init; }

    /// <summary>Folder and text of the description of a tracepoint; null for other events.</summary>
    public TracepointFile? Tracepoint { get; init; }

    /// <summary>Whether its samples tell of switches.</summary>
    public bool IsSwitch => Role == EventRole.Scheduling && Tracepoint?.FullName == EventSet.Switch;

    /// <summary>Whether it has no samples.</summary>
    public bool IsOnlyCounted => Role == EventRole.Counted;

    /// <summary>Whether the kernel's counter counts occurrences.</summary>
    public bool CountsOccurrences => Tracepoint is not null;

    /// <summary>Whether samples of the recorder's own threads are left out.</summary>
    public bool LeavesSelfOut => Role is EventRole.Clock or EventRole.Chosen or EventRole.Faults;
}
