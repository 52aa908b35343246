using System.Buffers.Binary;

namespace Fathom.Formats.PerfData.Tracepoints;

/// <summary>Where number and arguments of a system call are: <c>raw_syscalls:sys_enter</c>, and <c>syscalls:sys_enter_NAME</c>, whose arguments have names.</summary>
public sealed class SyscallEnterFields
{
    private readonly TraceField _number;
    private readonly TraceField? _all;
    private readonly TraceField[] _each;

    private SyscallEnterFields(TraceField number, TraceField? all, TraceField[] each) => (_number, _all, _each) = (number, all, each);

    /// <summary>Arguments that can be read.</summary>
    public int ArgumentCount => _all is null ? _each.Length : _all.SizeBytes / sizeof(ulong);

    /// <summary>Finds the fields.</summary>
    /// <returns>Null where it is no such tracepoint.</returns>
    public static SyscallEnterFields? Bind(TraceFormat format)
    {
        if (!format.Name.StartsWith("sys_enter", StringComparison.Ordinal) || (format.Find("__syscall_nr") ?? format.Find("nr") ?? format.Find("id")) is not { } number)
            return null;
        TraceField? all = format.Find("args") is { Kind: TraceFieldKind.Bytes } array ? array : null;
        TraceField[] each = [.. format.Fields.Where(field => !field.IsCommon && field != number && field.Kind == TraceFieldKind.Number)];
        return new SyscallEnterFields(number, all, each);
    }

    /// <summary>Reads the number of the call.</summary>
    /// <returns>False where the event is too short.</returns>
    public bool TryNumber(ReadOnlySpan<byte> raw, out long number) => _number.TryNumber(raw, out number);

    /// <summary>Reads an argument.</summary>
    /// <param name="raw">Bytes of the event.</param>
    /// <param name="index">Which one, from 0.</param>
    /// <param name="value">Its value.</param>
    /// <returns>False where there is none of this index, or the event is too short.</returns>
    public bool TryArgument(ReadOnlySpan<byte> raw, int index, out long value)
    {
        value = 0;
        if ((uint)index >= (uint)ArgumentCount)
            return false;
        if (_all is null)
            return _each[index].TryNumber(raw, out value);
        ReadOnlySpan<byte> arguments = _all.Bytes(raw);
        if (arguments.IsEmpty)
            return false;
        value = BinaryPrimitives.ReadInt64LittleEndian(arguments[(index * sizeof(ulong))..]);
        return true;
    }
}
