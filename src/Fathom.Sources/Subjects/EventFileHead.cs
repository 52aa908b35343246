using System.Buffers.Binary;
using System.Globalization;
using Fathom.Formats.NetTrace;

namespace Fathom.Sources.Subjects;

/// <summary>
/// Files of events and of heap graphs. By their first bytes:
/// <list type="bullet">
/// <item>perf.data: <c>PERFILE2</c> (written by a big-endian machine: <c>2ELIFREP</c>), then the size of the header u64: 104 in a file, 16 in a pipe.</item>
/// <item>nettrace: <c>Nettrace</c>, then a serialised object as below (versions 4 and 5), or u32 0 and the version u32 (version 6 and later).</item>
/// <item>FastSerialization: length u32 = 20 and <c>!FastSerialization.1</c>, then the tags of an object (5, 5 or 4, 4 and 1), version u32, oldest reader
/// u32, length of the type's name u32 and the name: <c>Trace</c> and (before version 3) <c>Microsoft.DotNet.Runtime.EventPipeFile</c> are netperf, <c>GCHeapDump</c> a heap graph.</item>
/// <item>etl has no magic: the first buffer says of itself that it is the header (u16 4 at 36h), and its first record is a system record (C001h or
/// C002h at 4Ah). Behind that record's 20h bytes: buffer size u32, major and minor version u8, two more u8, build u32, processors u32.</item>
/// </list>
/// </summary>
internal static class EventFileHead
{
    private const int EtlTypeOffset = 0x36;
    private const int EtlMarkerOffset = 0x4A;
    private const int EtlVersionOffset = 0x6C;
    private const int EtlHeadBytes = 0x78;

    private static ReadOnlySpan<byte> Serialization => "\u0014\0\0\0!FastSerialization.1"u8;

    public static FileDescription? PerfData(FileDescription file, FileHead head) =>
        head.Bytes.StartsWith("PERFILE2"u8) || head.Bytes.StartsWith("2ELIFREP"u8) ? file with { Detail = PerfVariant(head.Bytes) } : null;

    public static FileDescription? NetTrace(FileDescription file, FileHead head) =>
        head.Bytes.StartsWith(NetTraceReader.Magic) ? file with { Detail = NetTraceVersion(head.Bytes[NetTraceReader.Magic.Length..]) } : null;

    public static FileDescription? NetPerf(FileDescription file, FileHead head) =>
        Serialized(file, head.Bytes, "Trace"u8) ?? Serialized(file, head.Bytes, "Microsoft.DotNet.Runtime.EventPipeFile"u8);

    public static FileDescription? GcDump(FileDescription file, FileHead head) => Serialized(file, head.Bytes, "GCHeapDump"u8);

    public static FileDescription? Etlx(FileDescription file, FileHead head) =>
        head.Bytes.StartsWith(Serialization) && TypeOf(head.Bytes[Serialization.Length..], out _).EndsWith("TraceLog"u8) ? file : null;

    public static FileDescription? Etl(FileDescription file, FileHead head) => IsEtl(head.Bytes) ? file with { Detail = EtlSystem(head.Bytes) } : null;

    private static string? PerfVariant(ReadOnlySpan<byte> head)
    {
        if (head.Length < 16)
            return null;
        if (head[0] == (byte)'2')
            return "big endian";
        return BinaryPrimitives.ReadUInt64LittleEndian(head[8..]) == 16 ? "pipe mode" : "file mode";
    }

    private static string? NetTraceVersion(ReadOnlySpan<byte> rest)
    {
        if (rest.StartsWith(Serialization))
            return TypeOf(rest[Serialization.Length..], out uint version).SequenceEqual("Trace"u8) ? Version(version) : null;
        return rest.Length >= 8 && BinaryPrimitives.ReadUInt32LittleEndian(rest) == 0 ? Version(BinaryPrimitives.ReadUInt32LittleEndian(rest[4..])) : null;
    }

    private static FileDescription? Serialized(FileDescription file, ReadOnlySpan<byte> head, ReadOnlySpan<byte> type) =>
        head.StartsWith(Serialization) && TypeOf(head[Serialization.Length..], out uint version).SequenceEqual(type) ? file with { Detail = Version(version) } : null;

    private static ReadOnlySpan<byte> TypeOf(ReadOnlySpan<byte> rest, out uint version)
    {
        const int nameOffset = 15;
        version = 0;
        if (rest.Length < nameOffset)
            return default;
        version = BinaryPrimitives.ReadUInt32LittleEndian(rest[3..]);
        uint length = BinaryPrimitives.ReadUInt32LittleEndian(rest[11..]);
        return length <= rest.Length - nameOffset ? rest.Slice(nameOffset, (int)length) : default;
    }

    private static bool IsEtl(ReadOnlySpan<byte> head) =>
        head.Length >= EtlHeadBytes
        && BinaryPrimitives.ReadUInt32LittleEndian(head) >= EtlHeadBytes
        && BinaryPrimitives.ReadUInt16LittleEndian(head[EtlTypeOffset..]) == 4
        && BinaryPrimitives.ReadUInt16LittleEndian(head[EtlMarkerOffset..]) is 0xC001 or 0xC002;

    private static string EtlSystem(ReadOnlySpan<byte> head)
    {
        uint build = BinaryPrimitives.ReadUInt32LittleEndian(head[(EtlVersionOffset + 4)..]);
        uint processors = BinaryPrimitives.ReadUInt32LittleEndian(head[(EtlVersionOffset + 8)..]);
        return string.Create(
            CultureInfo.InvariantCulture, $"Windows {head[EtlVersionOffset]}.{head[EtlVersionOffset + 1]}.{build}, {processors} processors");
    }

    private static string Version(uint version) => string.Create(CultureInfo.InvariantCulture, $"version {version}");
}
