namespace Fathom.Formats.NetTrace;

/// <summary>The trace object: clock, pointer size and process of a stream.</summary>
/// <remarks>
/// <code>
/// u16 year, month, day of week, day, hour, minute, second, millisecond     start, UTC
/// i64 ticks at the start, i64 ticks per second
/// i32 pointer size, process id, processors, sampling period in ns
/// </code>
/// <para>On Linux the ticks are nanoseconds of CLOCK_MONOTONIC.</para>
/// </remarks>
/// <param name="StartUtc">When the session started.</param>
/// <param name="StartTicks">The same in ticks of the events.</param>
/// <param name="TicksPerSecond">Ticks per second, above 0.</param>
/// <param name="PointerSize">4 or 8.</param>
/// <param name="ProcessId">The process, as it knows itself; 0 where the stream does not tell.</param>
/// <param name="Processors">Number of processors.</param>
public sealed record NetTraceHeader(
    DateTime StartUtc, long StartTicks, long TicksPerSecond, int PointerSize, int ProcessId, int Processors)
{
    /// <summary>Bytes of the object's fields.</summary>
    public const int Size = 48;

    /// <summary>Parses the fields; null where they make no sense.</summary>
    public static NetTraceHeader? Parse(ReadOnlySpan<byte> fields)
    {
        PayloadReader reader = new(fields, 8);
        int year = reader.UInt16(), month = reader.UInt16();
        reader.UInt16();
        int day = reader.UInt16(), hour = reader.UInt16(), minute = reader.UInt16(), second = reader.UInt16(), millisecond = reader.UInt16();
        long ticks = reader.Int64(), frequency = reader.Int64();
        int pointerSize = reader.Int32();
        bool isTime = year is > 0 and < 10000 && month is > 0 and <= 12 && day > 0 && day <= DateTime.DaysInMonth(year, month)
            && hour < 24 && minute < 60 && second < 60 && millisecond < 1000;
        return isTime && frequency > 0 && pointerSize is 4 or 8
            ? new NetTraceHeader(
                new DateTime(year, month, day, hour, minute, second, millisecond, DateTimeKind.Utc), ticks, frequency, pointerSize, reader.Int32(), reader.Int32())
            : null;
    }

    /// <summary>The time of a tick, as far as the two clocks agree; limited to what a date can say.</summary>
    public DateTime Utc(long ticks)
    {
        Int128 offset = ((Int128)ticks - StartTicks) * TimeSpan.TicksPerSecond / TicksPerSecond;
        Int128 time = StartUtc.Ticks + offset;
        return new DateTime((long)Int128.Clamp(time, 0, DateTime.MaxValue.Ticks), DateTimeKind.Utc);
    }

    /// <summary>The length of a span of ticks in ns.</summary>
    public long Nanoseconds(long ticks) => TicksPerSecond == 1_000_000_000 ? ticks : (long)((Int128)ticks * 1_000_000_000 / TicksPerSecond);
}
