using Fathom.Formats.PerfData.Events;

namespace Fathom.Recorder.Kernel.Events;

/// <summary>Makes the events of the default recording. All have the same fields in front, so that each record can be told by its place.</summary>
internal static class EventSet
{
    /// <summary>Bytes of the fields that stand behind records that are no samples.</summary>
    public const int TrailerBytes = 32;

    private const uint Software = 1;
    private const ulong CpuClock = 0;
    private const ulong Dummy = 9;

    // Value, time enabled, time running, id, lost.
    private const ulong ReadAll = 1 | 2 | 4 | 16;
    private const ulong ReadWithoutLost = 1 | 2 | 4;

    private const PerfSampleFields Fields = PerfSampleFields.Identifier | PerfSampleFields.Ip | PerfSampleFields.Tid | PerfSampleFields.Time | PerfSampleFields.Cpu | PerfSampleFields.Period;

    private const PerfEventBits Usual = PerfEventBits.Disabled | PerfEventBits.SampleIdAll | PerfEventBits.Watermark | PerfEventBits.UseClockId;

    /// <summary>Lives of processes and threads, and what they map.</summary>
    public static RecordedEvent Lives(EventScope scope) => Make("dummy", EventRole.Lives, scope, Software, Dummy, 1, PerfSampleFields.None,
        PerfEventBits.Mmap | PerfEventBits.Mmap2 | PerfEventBits.Comm | PerfEventBits.CommExec | PerfEventBits.Task | PerfEventBits.BuildId
        | (scope.IsMachine ? PerfEventBits.KernelSymbols : 0));

    /// <summary>Samples of busy processors.</summary>
    public static RecordedEvent Clock(EventScope scope, int frequency) =>
        Make("cpu-clock", EventRole.Clock, scope, Software, CpuClock, (ulong)frequency, PerfSampleFields.Callchain, PerfEventBits.Frequency | PerfEventBits.ExcludeIdle);

    /// <summary>A tracepoint, each occurrence.</summary>
    public static RecordedEvent Tracepoint(TracepointFile file, EventRole role, EventScope scope, bool hasChain) =>
        Make(file.FullName, role, scope, PerfEventAttributes.TracepointType, file.Id, 1, PerfSampleFields.Raw | (hasChain ? PerfSampleFields.Callchain : 0), PerfEventBits.None)
            with { Tracepoint = file };

    private static RecordedEvent Make(
        string name, EventRole role, EventScope scope, uint type, ulong config, ulong period, PerfSampleFields more, PerfEventBits flags) => new(name, role, new PerfEventAttributes
    {
        Type = type,
        Config = config,
        Period = period,
        SampleFields = Fields | more,
        ReadFormat = scope.TellsLost ? ReadAll : ReadWithoutLost,
        Flags = (ulong)(Usual | flags | scope.Flags),
        Wakeup = (uint)scope.WakeupBytes,
        ClockNumber = Calls.Clocks.Monotonic,
    });
}
