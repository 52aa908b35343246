namespace Fathom.Formats.PerfData.Tracepoints;

/// <summary>Where number and result of a system call are: <c>raw_syscalls:sys_exit</c> and <c>syscalls:sys_exit_NAME</c>.</summary>
public sealed class SyscallExitFields
{
    private readonly TraceField _number;
    private readonly TraceField _result;

    private SyscallExitFields(TraceField number, TraceField result) => (_number, _result) = (number, result);

    /// <summary>Finds the fields.</summary>
    /// <returns>Null where it is no such tracepoint.</returns>
    public static SyscallExitFields? Bind(TraceFormat format) =>
        format.Name.StartsWith("sys_exit", StringComparison.Ordinal) && (format.Find("__syscall_nr") ?? format.Find("nr") ?? format.Find("id")) is { } number
            && format.Find("ret") is { } result
            ? new SyscallExitFields(number, result)
            : null;

    /// <summary>Reads number and result.</summary>
    /// <param name="raw">Bytes of the event.</param>
    /// <param name="number">Number of the call.</param>
    /// <param name="result">What it returned; from -4095 to -1 an error.</param>
    /// <returns>False where the event is too short.</returns>
    public bool TryRead(ReadOnlySpan<byte> raw, out long number, out long result)
    {
        result = 0;
        return _number.TryNumber(raw, out number) && _result.TryNumber(raw, out result);
    }
}
