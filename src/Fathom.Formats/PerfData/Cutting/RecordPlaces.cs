using System.Buffers.Binary;
using Fathom.Formats.PerfData.Records;

namespace Fathom.Formats.PerfData.Cutting;

/// <summary>Where a record of Fathom's recorder has its fields: all events have the same in front, and records that are no samples the same behind.</summary>
internal static class RecordPlaces
{
    /// <summary>Bytes of thread, time, processor and id behind a record that is no sample.</summary>
    public const int TrailerBytes = 32;

    private const int IdPlace = 8;
    private const int ThreadPlace = 24;
    private const int TimePlace = 32;
    private const int LeastSample = 56;
    private const int TrailerTime = 24;
    private const int HeadBytes = 8;
    private const int MiscPlace = 4;

    public static PerfRecordType TypeOf(ReadOnlySpan<byte> record) => (PerfRecordType)BinaryPrimitives.ReadUInt32LittleEndian(record);

    public static int MiscOf(ReadOnlySpan<byte> record) => BinaryPrimitives.ReadUInt16LittleEndian(record[MiscPlace..]);

    public static bool IsOfKernel(PerfRecordType type) => type < PerfRecordType.HeaderAttribute;

    /// <summary>When a record was written; null for one without a time.</summary>
    public static long? TimeOf(ReadOnlySpan<byte> record) => TypeOf(record) switch
    {
        PerfRecordType.Sample => record.Length >= LeastSample ? BinaryPrimitives.ReadInt64LittleEndian(record[TimePlace..]) : null,
        var type when IsOfKernel(type) && record.Length >= HeadBytes + TrailerBytes => BinaryPrimitives.ReadInt64LittleEndian(record[^TrailerTime..]),
        _ => null,
    };

    public static ulong IdOf(ReadOnlySpan<byte> sample) => BinaryPrimitives.ReadUInt64LittleEndian(sample[IdPlace..]);

    public static (int Pid, int Tid) ThreadOf(ReadOnlySpan<byte> record)
    {
        ReadOnlySpan<byte> at = TypeOf(record) == PerfRecordType.Sample ? record[ThreadPlace..] : record[^TrailerBytes..];
        return (BinaryPrimitives.ReadInt32LittleEndian(at), BinaryPrimitives.ReadInt32LittleEndian(at[4..]));
    }

    public static int Number(ReadOnlySpan<byte> record, int index) => BinaryPrimitives.ReadInt32LittleEndian(record[(HeadBytes + (index * 4))..]);
}
