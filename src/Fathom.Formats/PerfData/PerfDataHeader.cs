using System.Buffers.Binary;
using Fathom.Formats.PerfData.Events;
using Fathom.Model;

namespace Fathom.Formats.PerfData;

/// <summary>The first bytes of a recording.</summary>
public sealed class PerfDataHeader
{
    /// <summary>Bytes that tell what a file is.</summary>
    public const int MagicBytes = 8;

    internal const int PipeBytes = 16;

    // Without and with the bits of the feature sections.
    private const int LeastFileBytes = 72;
    private const int FileBytes = 104;
    private const int MostEventBytes = 4096;

    private PerfDataHeader()
    {
    }

    /// <summary>Whether perf wrote into a pipe: everything comes as records, and nothing says where it ends.</summary>
    public bool IsPipe { get; private init; }

    /// <summary>Whether perf was killed before it wrote how much there is.</summary>
    public bool IsUnfinished => !IsPipe && Data.Size == 0;

    internal int EventBytes { get; private init; }

    internal FileSection Events { get; private init; }

    internal FileSection Data { get; private init; }

    internal ulong[] FeatureBits { get; private init; } = [];

    /// <summary>Reads it.</summary>
    /// <param name="stream">At the first byte; read up to the end of the head.</param>
    /// <param name="name">What the recording is called in messages.</param>
    /// <exception cref="FathomException">It is no recording, or none that can be read.</exception>
    internal static PerfDataHeader Read(Stream stream, string name)
    {
        Span<byte> bytes = stackalloc byte[FileBytes];
        int count = stream.ReadAtLeast(bytes[..PipeBytes], PipeBytes, throwOnEndOfStream: false);
        if (count < PipeBytes)
            throw PerfDataErrors.NotPerfData(name, count == 0 ? "it is empty" : $"it has only {count} bytes");
        if (bytes.StartsWith("PERFFILE"u8) || bytes.StartsWith("ELIFFREP"u8))
            throw PerfDataErrors.FirstVersion(name);
        if (bytes.StartsWith("2ELIFREP"u8))
            throw PerfDataErrors.OtherByteOrder(name);
        if (!bytes.StartsWith("PERFILE2"u8))
            throw PerfDataErrors.NotPerfData(name, "it does not begin with 'PERFILE2'");
        ulong size = BinaryPrimitives.ReadUInt64LittleEndian(bytes[MagicBytes..]);
        if (size == PipeBytes)
            return new PerfDataHeader { IsPipe = true };
        if (size is < LeastFileBytes or > FileBytes)
            throw PerfDataErrors.NotPerfData(name, $"its head claims {size} bytes");
        bytes[PipeBytes..].Clear();
        if (stream.ReadAtLeast(bytes[PipeBytes..(int)size], (int)size - PipeBytes, throwOnEndOfStream: false) < (int)size - PipeBytes)
            throw PerfDataErrors.NotPerfData(name, "it ends within its head");
        return ReadFile(bytes, name);
    }

    private static PerfDataHeader ReadFile(ReadOnlySpan<byte> bytes, string name)
    {
        ulong eventBytes = BinaryPrimitives.ReadUInt64LittleEndian(bytes[16..]);
        if (eventBytes is < PerfEventAttributes.LeastBytes + FileSection.Bytes or > MostEventBytes)
            throw PerfDataErrors.NotPerfData(name, $"an event in it claims {eventBytes} bytes");
        ulong[] bits = new ulong[4];
        for (int i = 0; i < bits.Length; i++)
            bits[i] = BinaryPrimitives.ReadUInt64LittleEndian(bytes[(LeastFileBytes + (i * 8))..]);
        return new PerfDataHeader
        {
            EventBytes = (int)eventBytes,
            Events = FileSection.Parse(bytes[24..]),
            Data = FileSection.Parse(bytes[40..]),
            FeatureBits = bits,
        };
    }
}
