using System.Buffers;
using System.Buffers.Binary;
using Fathom.Formats.PerfData.Features;
using Fathom.Formats.PerfData.Records;
using Fathom.Formats.PerfData.Tracepoints;
using Fathom.Formats.PerfData.Writing;

namespace Fathom.Formats.PerfData.Cutting;

/// <summary>
/// What a recording must be told so that it can begin at a time: its events, the processes, threads and mappings that are there, and what each thread does. It is made of the records before that
/// time, and is as large as what is there, however long it was recorded.
/// </summary>
/// <remarks>It reads what Fathom's own recorder writes: a pipe, with the fields that <c>EventSet</c> gives to all events.</remarks>
public sealed class PerfMoment
{
    private const int BodyPlace = 8;

    private readonly ArrayBufferWriter<byte> _head = new();
    private readonly EventTable _events = new();
    private readonly HeaderRecords _headers;
    private readonly ThreadStatesAt _states;
    private readonly ProcessesAt _processes;

    /// <summary>Begins with nothing.</summary>
    public PerfMoment()
    {
        _headers = new HeaderRecords(_events, new PerfFeatures(), new TracingData(), new PerfDataTotals());
        _states = new ThreadStatesAt(_events);
        _processes = new ProcessesAt(_states);
    }

    /// <summary>Whether the records that describe the events came.</summary>
    public bool HasEvents => _events.Events.Count > 0;

    /// <summary>Mappings of processes that are there that found no room: the oldest ones of each.</summary>
    public long MappingsWithoutRoom => _processes.MappingsWithoutRoom;

    /// <summary>Takes the records of a file that are before a time. Those of several processors may come in any order.</summary>
    /// <param name="stream">The file.</param>
    /// <param name="untilNs">The time.</param>
    public void Take(Stream stream, long untilNs)
    {
        RecordWalk walk = new(stream);
        while (walk.Next(out ReadOnlySpan<byte> record))
            Take(record, untilNs);
        _processes.Settle();
    }

    /// <summary>Writes a recording that begins at a time; records from then on can follow it.</summary>
    /// <param name="stream">Gets the bytes.</param>
    /// <param name="atNs">The time; null where the records that follow are those after the ones that were taken, and threads have had their states since.</param>
    /// <returns>Threads whose state is told.</returns>
    public int Write(Stream stream, long? atNs)
    {
        RecordBytes bytes = new();
        PerfDataPipe pipe = new(bytes, RecordPlaces.TrailerBytes);
        pipe.Head();
        stream.Write(bytes.Written);
        bytes.Clear();
        stream.Write(_head.WrittenSpan);
        _processes.Write(pipe, bytes, stream);
        pipe.Began();
        stream.Write(bytes.Written);
        bytes.Clear();
        return _states.Write(pipe, bytes, stream, atNs, _processes.ProcessOf);
    }

    /// <summary>The time of the last record; 0 where none has one.</summary>
    /// <param name="files">Files in the order of time.</param>
    public static long LastNs(IReadOnlyList<Func<Stream>> files)
    {
        long lastNs = 0;
        foreach (Func<Stream> open in files)
        {
            using Stream file = open();
            RecordWalk walk = new(file);
            while (walk.Next(out ReadOnlySpan<byte> record))
                lastNs = Math.Max(lastNs, RecordPlaces.TimeOf(record) ?? 0);
        }

        return lastNs;
    }

    private void Take(ReadOnlySpan<byte> record, long untilNs)
    {
        PerfRecordType type = RecordPlaces.TypeOf(record);
        if (!RecordPlaces.IsOfKernel(type))
            Describe(type, record);
        else if (RecordPlaces.TimeOf(record) is not { } timeNs || timeNs >= untilNs)
            return;
        else if (type == PerfRecordType.Sample)
            _states.OnSample(record, timeNs);
        else if (type is PerfRecordType.Switch or PerfRecordType.SwitchCpuWide)
            _states.OnSwitch(record, timeNs);
        else if (type is not (PerfRecordType.Lost or PerfRecordType.LostSamples or PerfRecordType.Throttle or PerfRecordType.Unthrottle))
            _processes.Add(timeNs, record);
    }

    private void Describe(PerfRecordType type, ReadOnlySpan<byte> record)
    {
        if (type is PerfRecordType.FinishedRound or PerfRecordType.FinishedInit)
            return;
        _head.Write(record);
        if (type == PerfRecordType.HeaderTracingData)
            _headers.Trace(record[(BodyPlace + sizeof(uint))..].ToArray());
        else
            _headers.Read(type, BinaryPrimitives.ReadUInt16LittleEndian(record[4..]), record[BodyPlace..]);
    }
}
