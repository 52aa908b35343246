using System.Reflection;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.EventPipe;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;

namespace Fathom.Tests.Formats.NetTrace;

/// <summary>All events of a stream by the TraceEvent library.</summary>
internal sealed unsafe class TraceEventOracle
{
    // The library gives stacks only through an .etlx file that it writes; the record that it keeps has them as Windows lays them out.
    private static readonly FieldInfo s_record = typeof(TraceEvent).GetField("eventRecord", BindingFlags.Instance | BindingFlags.NonPublic)!;

    private static readonly FieldInfo s_start = typeof(TraceEventDispatcher).GetField("_syncTimeQPC", BindingFlags.Instance | BindingFlags.NonPublic)!;

    private static readonly PropertyInfo s_frequency = typeof(TraceEventDispatcher).GetProperty("QPCFreq", BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.Public)
        ?? throw new MissingMemberException("QPCFreq");

    public List<SeenEvent> Events { get; } = [];

    public long Lost { get; private set; }

    public long StartTicks { get; private set; }

    public static TraceEventOracle Of(byte[] content)
    {
        TraceEventOracle oracle = new();
        using MemoryStream stream = new(content);
        using EventPipeEventSource source = new(stream);
        // The library names providers of which it has a parser.
        source.Clr.All += _ => { };
        new ClrRundownTraceEventParser(source).All += _ => { };
        new SampleProfilerTraceEventParser(source).All += _ => { };
        source.Dynamic.All += _ => { };
        source.AllEvents += oracle.On;
        source.Process();
        oracle.Lost = source.EventsLost;
        oracle.Events.Sort();
        return oracle;
    }

    /// <summary>The ticks with which the stream of an event begins.</summary>
    public static long StartTicksOf(TraceEvent seen) => (long)s_start.GetValue(seen.Source)!;

    /// <summary>Time of an event in ns since the begin of its stream.</summary>
    public static long NsOf(TraceEvent seen)
    {
#pragma warning disable CS0618 // The ticks themselves, not a rounded time.
        long ticks = seen.TimeStampQPC - StartTicksOf(seen);
#pragma warning restore CS0618
        return (long)((Int128)ticks * 1_000_000_000 / (long)s_frequency.GetValue(seen.Source)!);
    }

    private void On(TraceEvent seen)
    {
        byte* record = (byte*)Pointer.Unbox(s_record.GetValue(seen)!);
        (int depth, ulong hash) = Stack(*(byte**)(record + 88), *(ushort*)(record + 84));
        ReadOnlySpan<byte> payload = seen.EventDataLength == 0 ? [] : new ReadOnlySpan<byte>((void*)seen.DataStart, seen.EventDataLength);
#pragma warning disable CS0618 // The ticks themselves are compared, not a rounded time.
        long ticks = seen.TimeStampQPC;
#pragma warning restore CS0618
        Events.Add(new SeenEvent(
            ticks, seen.ThreadID, seen.ProviderName, (int)seen.ID, payload.Length, SeenEvent.Hash(payload), depth, hash));
    }

    private static (int Depth, ulong Hash) Stack(byte* items, int count)
    {
        for (int i = 0; i < count; i++, items += 16)
        {
            int kind = *(ushort*)(items + 2);
            if (kind is not (5 or 6))
                continue;
            int size = *(ushort*)(items + 6);
            byte* data = *(byte**)(items + 8) + 8;
            int width = kind == 5 ? 4 : 8;
            ulong hash = 0;
            for (int at = 0; at < size - 8; at += width)
                hash = SeenEvent.Hash(hash, width == 4 ? *(uint*)(data + at) : *(ulong*)(data + at));
            return ((size - 8) / width, hash);
        }

        return default;
    }
}
