using Fathom.Formats.NetTrace;

namespace Fathom.Formats.Etl;

/// <summary>The fields of a page fault, as the Windows kernel tells it.</summary>
/// <remarks>
/// <code>
/// read from a file:  i64 begin in ticks, i64 offset, P address, P file object or key, u32 thread, u32 size
/// others:            P address, P place of the code
/// </code>
/// </remarks>
public readonly ref struct FaultFields
{
    private FaultFields(PayloadReader fields, bool isRead)
    {
        if (isRead)
            (BeginTicks, Offset) = (fields.Int64(), fields.Int64());
        Address = fields.Pointer();
        if (isRead)
            (File, _, Size) = (fields.Pointer(), fields.UInt32(), fields.UInt32());
        else
            Code = fields.Pointer();
        IsWhole = !fields.IsShort;
    }

    /// <summary>Whether no field is missing.</summary>
    public bool IsWhole { get; }

    /// <summary>When it began, on the clock of the trace; 0 where that is not told, and of what is not read from a file.</summary>
    public long BeginTicks { get; }

    /// <summary>Place in the file in bytes.</summary>
    public long Offset { get; }

    /// <summary>The address that was not there.</summary>
    public ulong Address { get; }

    /// <summary>Address that stands for the file (<see cref="FileNames"/>).</summary>
    public ulong File { get; }

    /// <summary>Bytes that were read.</summary>
    public uint Size { get; }

    /// <summary>The code that asked for the address; 0 of what is read from a file.</summary>
    public ulong Code { get; }

    /// <summary>Reads them.</summary>
    /// <param name="payload">The bytes.</param>
    /// <param name="pointerSize">4 or 8.</param>
    /// <param name="isRead">Whether the page was read from a file (<see cref="KernelHook.HardFault"/>).</param>
    public static FaultFields Read(ReadOnlySpan<byte> payload, int pointerSize, bool isRead) =>
        new(new PayloadReader(payload, pointerSize), isRead);
}
