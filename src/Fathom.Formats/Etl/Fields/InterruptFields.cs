using Fathom.Formats.NetTrace;

namespace Fathom.Formats.Etl.Fields;

/// <summary>The fields of an event about a routine that served an interrupt, or did what one had put off (DPC), told when it ended.</summary>
/// <remarks><code>
/// DPC:  i64 begin in ticks, P routine
/// ISR:  the same, then u8 whether its device had interrupted, u16 vector, u8 unused (MSI: u32 number of the message)
/// </code></remarks>
public readonly ref struct InterruptFields
{
    private InterruptFields(ReadOnlySpan<byte> payload, int pointerSize, bool isInterrupt)
    {
        PayloadReader fields = new(payload, pointerSize);
        BeginTicks = fields.Int64();
        Routine = fields.Pointer();
        if (isInterrupt)
            (IsClaimed, Vector) = (fields.Byte() != 0, fields.UInt16());
        IsWhole = !fields.IsShort;
        RoutineBytes = IsWhole ? payload.Slice(sizeof(long), pointerSize) : default;
    }

    /// <summary>Whether no field is missing.</summary>
    public bool IsWhole { get; }

    /// <summary>When it began, on the clock of the trace.</summary>
    public long BeginTicks { get; }

    /// <summary>Address of the routine.</summary>
    public ulong Routine { get; }

    /// <summary>The same as it stands in the event.</summary>
    public ReadOnlySpan<byte> RoutineBytes { get; }

    /// <summary>Whether the routine said that its device had interrupted; false of a DPC.</summary>
    public bool IsClaimed { get; }

    /// <summary>Number of the interrupt; 0 of a DPC.</summary>
    public int Vector { get; }

    /// <summary>Reads them.</summary>
    /// <param name="payload">The bytes.</param>
    /// <param name="pointerSize">4 or 8.</param>
    /// <param name="isInterrupt">Whether it is an ISR; else a DPC.</param>
    public static InterruptFields Read(ReadOnlySpan<byte> payload, int pointerSize, bool isInterrupt) => new(payload, pointerSize, isInterrupt);
}
