using System.Buffers.Binary;
using System.Runtime.InteropServices;
using System.Text;
using Fathom.Formats.PerfData.Events;
using Fathom.Formats.PerfData.Features;
using Fathom.Formats.PerfData.Fields;
using Fathom.Formats.PerfData.Records;
using Fathom.Formats.PerfData.Tracepoints;

namespace Fathom.Formats.PerfData;

/// <summary>Reads the records with which perf describes a recording, mostly in pipes.</summary>
internal sealed class HeaderRecords(EventTable events, PerfFeatures features, TracingData tracing, PerfDataTotals totals)
{
    private const int MostEvents = 65536;
    private const ulong NameUpdate = 2;
    private const int ThreadEntryBytes = 24;
    private const int IdEntryBytes = 32;

    /// <summary>Threads that perf was asked for, by number; empty where it was asked for processors.</summary>
    public Dictionary<long, string> Threads { get; } = [];

    /// <summary>What events were opened on.</summary>
    public RecordingScope Scope { get; } = new();

    /// <summary>Reads a record; those that only need to be counted are passed over.</summary>
    public void Read(PerfRecordType type, ushort misc, ReadOnlySpan<byte> body)
    {
        bool isWhole = type switch
        {
            PerfRecordType.HeaderAttribute => TryAttribute(body),
            PerfRecordType.HeaderBuildId => TryBuildId(misc, body),
            PerfRecordType.HeaderFeature => TryFeature(body),
            PerfRecordType.EventUpdate => TryUpdate(body),
            PerfRecordType.ThreadMap => TryThreads(body),
            PerfRecordType.IdIndex => TryIds(body),
            _ => true,
        };
        if (!isWhole)
            totals.DamagedRecords++;
    }

    /// <summary>The descriptions of tracepoints came.</summary>
    public void Trace(ReadOnlyMemory<byte> bytes)
    {
        features.PresentSet.Add(PerfFeature.TracingData);
        if (!TracingDataParser.TryParse(bytes, tracing))
            features.DamagedSet.Add(PerfFeature.TracingData);
        events.Bind(tracing);
    }

    /// <summary>A section came.</summary>
    public void Section(PerfFeature feature, ReadOnlySpan<byte> bytes)
    {
        FeatureParser.Parse(feature, bytes, features);
        if (feature == PerfFeature.EventDescription)
            events.Describe(features.Descriptions);
    }

    private bool TryAttribute(ReadOnlySpan<byte> body)
    {
        if (body.Length < PerfEventAttributes.LeastBytes || events.Events.Count >= MostEvents)
            return false;
        uint claimed = BinaryPrimitives.ReadUInt32LittleEndian(body[4..]);
        int bytes = claimed == 0 ? PerfEventAttributes.LeastBytes : (int)Math.Min(claimed, int.MaxValue);
        if (bytes < PerfEventAttributes.LeastBytes || bytes > body.Length)
            return false;
        events.Add(PerfEventAttributes.Parse(body[..bytes]), MemoryMarshal.Cast<byte, ulong>(body[bytes..]));
        events.Bind(tracing);
        return true;
    }

    private bool TryBuildId(ushort misc, ReadOnlySpan<byte> body)
    {
        if (BuildIdParser.Parse(misc, body) is not { } entry)
            return false;
        features.PresentSet.Add(PerfFeature.BuildId);
        features.BuildIdList.Add(entry);
        return true;
    }

    private bool TryFeature(ReadOnlySpan<byte> body)
    {
        if (body.Length < sizeof(ulong))
            return false;
        ulong number = RecordFields.U64(body, 0);
        if (number is > 0 and < 256)
            Section((PerfFeature)number, body[sizeof(ulong)..]);
        return true;
    }

    private bool TryUpdate(ReadOnlySpan<byte> body)
    {
        if (body.Length < 16)
            return false;
        if (RecordFields.U64(body, 0) == NameUpdate && events.Events.Count > 0)
            events.Find(RecordFields.U64(body, 8))?.Rename(Encoding.UTF8.GetString(RecordFields.UpToZero(body[16..])));
        return true;
    }

    private bool TryThreads(ReadOnlySpan<byte> body)
    {
        if (body.Length < sizeof(ulong) || RecordFields.U64(body, 0) > (ulong)((body.Length - sizeof(ulong)) / ThreadEntryBytes))
            return false;
        for (int i = 0; i < (int)RecordFields.U64(body, 0); i++)
        {
            ReadOnlySpan<byte> entry = body.Slice(sizeof(ulong) + (i * ThreadEntryBytes), ThreadEntryBytes);
            long tid = (long)RecordFields.U64(entry, 0);
            // -1 stands for all threads.
            if (tid >= 0)
                Threads[tid] = Encoding.UTF8.GetString(RecordFields.UpToZero(entry[8..]));
        }

        return true;
    }

    private bool TryIds(ReadOnlySpan<byte> body)
    {
        if (body.Length < sizeof(ulong) || RecordFields.U64(body, 0) > (ulong)((body.Length - sizeof(ulong)) / IdEntryBytes))
            return false;
        for (int i = 0; i < (int)RecordFields.U64(body, 0); i++)
        {
            ReadOnlySpan<byte> entry = body.Slice(sizeof(ulong) + (i * IdEntryBytes), IdEntryBytes);
            Scope.Add((long)RecordFields.U64(entry, 16), (long)RecordFields.U64(entry, 24));
        }

        return true;
    }
}
