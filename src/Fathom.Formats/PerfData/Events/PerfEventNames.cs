using System.Globalization;

namespace Fathom.Formats.PerfData.Events;

/// <summary>Names of events of recordings that have no names: those of <c>perf list</c>.</summary>
internal static class PerfEventNames
{
    private static readonly string[] s_hardware =
    [
        "cycles", "instructions", "cache-references", "cache-misses", "branches", "branch-misses", "bus-cycles", "stalled-cycles-frontend",
        "stalled-cycles-backend", "ref-cycles",
    ];

    private static readonly string[] s_software =
    [
        "cpu-clock", "task-clock", "page-faults", "context-switches", "cpu-migrations", "minor-faults", "major-faults", "alignment-faults",
        "emulation-faults", "dummy", "bpf-output", "cgroup-switches",
    ];

    /// <summary>The name of an event that all processors count. The upper half of its number is the kind of core.</summary>
    public static string? OfProcessor(uint number) => number < s_hardware.Length ? s_hardware[number] : null;

    public static string Of(PerfEventAttributes attributes) => attributes.Type switch
    {
        PerfEventAttributes.HardwareType when attributes.Config < (ulong)s_hardware.Length => s_hardware[attributes.Config],
        1 when attributes.Config < (ulong)s_software.Length => s_software[attributes.Config],
        PerfEventAttributes.TracepointType => string.Create(CultureInfo.InvariantCulture, $"tracepoint {attributes.Config}"),
        uint type => string.Create(CultureInfo.InvariantCulture, $"type {type} config 0x{attributes.Config:x}"),
    };
}
