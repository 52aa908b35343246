using Fathom.Formats.PerfData.Events;
using Fathom.Formats.PerfData.Tracepoints;

namespace Fathom.Sources.Traces.Perf;

/// <summary>A tracepoint of threads that enter system calls.</summary>
/// <param name="Fields">Where number and arguments are.</param>
/// <param name="HasExits">Whether the recording tells too when the threads leave them.</param>
/// <param name="IsFutex">Whether it is of waits for futexes.</param>
internal sealed record SyscallEnter(SyscallEnterFields Fields, bool HasExits, bool IsFutex)
{
    private const string Prefix = "sys_enter";

    /// <summary>Finds the fields; null where it is another tracepoint.</summary>
    /// <param name="format">The tracepoint.</param>
    /// <param name="events">All events of the recording.</param>
    public static SyscallEnter? Bind(TraceFormat format, IReadOnlyList<PerfEvent> events) => SyscallEnterFields.Bind(format) is { } fields
        ? new SyscallEnter(
            fields,
            events.Any(other => other.Format?.Name is { } name && (name == "sys_exit" || name == "sys_exit" + format.Name[Prefix.Length..])),
            format.Name is "sys_enter_futex" or "sys_enter_futex_wait" or "sys_enter_futex_waitv")
        : null;
}
