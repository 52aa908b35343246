using System.Globalization;
using System.Text;

namespace Fathom.Formats.NetTrace;

/// <summary>The trace object: clock, pointer size and process of a stream.</summary>
/// <remarks>
/// <code>
/// u16 year, month, day of week, day, hour, minute, second, millisecond     start, UTC
/// i64 ticks at the start, i64 ticks per second
/// versions 1, 2: nothing more; the target is of 64 bits
/// versions 3 to 5: i32 pointer size, process id, processors, sampling period in ns
/// version 6: i32 pointer size, i32 count, as many times key and value; text = V size, UTF-8
/// </code>
/// <para>On Linux the ticks are nanoseconds of CLOCK_MONOTONIC.</para>
/// </remarks>
/// <param name="StartUtc">When the session started.</param>
/// <param name="StartTicks">The same in ticks of the events.</param>
/// <param name="TicksPerSecond">Ticks per second, above 0.</param>
/// <param name="PointerSize">4 or 8.</param>
/// <param name="ProcessId">The process, as it knows itself; 0 where the stream does not tell.</param>
/// <param name="Processors">Number of processors; 0 where the stream does not tell.</param>
public sealed record NetTraceHeader(
    DateTime StartUtc, long StartTicks, long TicksPerSecond, int PointerSize, int ProcessId, int Processors)
{
    /// <summary>Bytes of the object's fields in versions 3 to 5.</summary>
    public const int Size = 48;

    /// <summary>Bytes of the object's fields in versions 1 and 2.</summary>
    internal const int OldSize = 32;

    private const int MaxValues = 1024;

    internal static readonly IReadOnlyDictionary<string, string> None = new Dictionary<string, string>();

    /// <summary>Version of the stream, 1 to 6.</summary>
    public int Version { get; init; }

    /// <summary>Version 6: what the writer said of the stream.</summary>
    public IReadOnlyDictionary<string, string> Values { get; init; } = None;

    /// <summary>Parses the fields; null where they make no sense.</summary>
    internal static NetTraceHeader? Parse(ReadOnlySpan<byte> fields, int version)
    {
        PayloadReader reader = new(fields, 8);
        int year = reader.UInt16(), month = reader.UInt16();
        reader.UInt16();
        int day = reader.UInt16(), hour = reader.UInt16(), minute = reader.UInt16(), second = reader.UInt16(), millisecond = reader.UInt16();
        long ticks = reader.Int64(), frequency = reader.Int64();
        bool isTime = year is > 0 and < 10000 && month is > 0 and <= 12 && day > 0 && day <= DateTime.DaysInMonth(year, month)
            && hour < 24 && minute < 60 && second < 60 && millisecond < 1000;
        int pointerSize = version < 3 ? 8 : reader.Int32();
        if (!isTime || frequency <= 0 || pointerSize is not (4 or 8) || reader.IsShort)
            return null;
        DateTime start = new(year, month, day, hour, minute, second, millisecond, DateTimeKind.Utc);
        if (version >= 6)
            return WithValues(new NetTraceHeader(start, ticks, frequency, pointerSize, 0, 0) { Version = version }, ref reader);
        return new NetTraceHeader(start, ticks, frequency, pointerSize, version < 3 ? 0 : reader.Int32(), version < 3 ? 0 : reader.Int32()) { Version = version };
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

    private static NetTraceHeader? WithValues(NetTraceHeader header, ref PayloadReader reader)
    {
        int count = reader.Int32();
        if (count is < 0 or > MaxValues)
            return null;
        Dictionary<string, string> values = [];
        for (int i = 0; i < count && !reader.IsShort; i++)
        {
            string key = Encoding.UTF8.GetString(reader.Utf8());
            values[key] = Encoding.UTF8.GetString(reader.Utf8());
        }

        return reader.IsShort ? null : header with { Values = values, ProcessId = Number(values, "ProcessId"), Processors = Number(values, "HardwareThreadCount") };
    }

    private static int Number(Dictionary<string, string> values, string key) =>
        int.TryParse(values.GetValueOrDefault(key), NumberStyles.None, CultureInfo.InvariantCulture, out int number) ? number : 0;
}
