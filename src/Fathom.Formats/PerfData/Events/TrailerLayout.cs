using System.Buffers.Binary;

namespace Fathom.Formats.PerfData.Events;

/// <summary>Places of the fields that stand at the end of records other than samples (<c>sample_id_all</c>).</summary>
internal sealed class TrailerLayout
{
    private const int Absent = -1;

    private readonly int _tid = Absent;
    private readonly int _time = Absent;
    private readonly int _id = Absent;
    private readonly int _cpu = Absent;

    public TrailerLayout(PerfEventAttributes attributes)
    {
        if (!attributes.HasTrailer)
            return;
        PerfSampleFields fields = attributes.SampleFields;
        _tid = Place(fields, PerfSampleFields.Tid);
        _time = Place(fields, PerfSampleFields.Time);
        _id = Place(fields, PerfSampleFields.Id);
        _ = Place(fields, PerfSampleFields.StreamId);
        _cpu = Place(fields, PerfSampleFields.Cpu);
        int identifier = Place(fields, PerfSampleFields.Identifier);
        _id = identifier >= 0 ? identifier : _id;
    }

    /// <summary>Its size in bytes.</summary>
    public int Bytes { get; private set; }

    public bool HasId => _id >= 0;

    public ulong Time(ReadOnlySpan<byte> trailer) => _time < 0 ? 0 : BinaryPrimitives.ReadUInt64LittleEndian(trailer[_time..]);

    public ulong Id(ReadOnlySpan<byte> trailer) => _id < 0 ? 0 : BinaryPrimitives.ReadUInt64LittleEndian(trailer[_id..]);

    public int Pid(ReadOnlySpan<byte> trailer) => _tid < 0 ? Absent : BinaryPrimitives.ReadInt32LittleEndian(trailer[_tid..]);

    public int Tid(ReadOnlySpan<byte> trailer) => _tid < 0 ? Absent : BinaryPrimitives.ReadInt32LittleEndian(trailer[(_tid + 4)..]);

    public int Cpu(ReadOnlySpan<byte> trailer) => _cpu < 0 ? Absent : BinaryPrimitives.ReadInt32LittleEndian(trailer[_cpu..]);

    private int Place(PerfSampleFields fields, PerfSampleFields field)
    {
        if ((fields & field) == 0)
            return Absent;
        Bytes += sizeof(ulong);
        return Bytes - sizeof(ulong);
    }
}
