using Fathom.Formats.PerfData.Events;

namespace Fathom.Formats.PerfData.Records;

/// <summary>A record of the kernel that is no sample. It refers to the reader's buffer: valid until it has been handled.</summary>
/// <remarks>The types of <see cref="Records"/> read its fields; the reader has checked that its body is long enough for the one that belongs to its kind.</remarks>
public readonly ref struct PerfRecord
{
    private readonly ReadOnlySpan<byte> _trailer;
    private readonly TrailerLayout _layout;

    internal PerfRecord(PerfRecordType type, ushort misc, PerfEvent source, ReadOnlySpan<byte> body, ReadOnlySpan<byte> trailer, ulong timeNs)
    {
        (Type, Misc, Event) = (type, misc, source);
        Body = body;
        TimeNs = (long)timeNs;
        _trailer = trailer;
        _layout = source.Trailer;
    }

    /// <summary>Its kind.</summary>
    public PerfRecordType Type { get; }

    /// <summary>Bits of its head.</summary>
    public int Misc { get; }

    /// <summary>The event in whose buffer it came.</summary>
    public PerfEvent Event { get; }

    /// <summary>The record without head and trailer.</summary>
    public ReadOnlySpan<byte> Body { get; }

    /// <summary>Time in nanoseconds of the recording's clock; 0 where perf made the record up to tell what was before the start.</summary>
    public long TimeNs { get; }

    /// <summary>Process that was current, -1 where unknown.</summary>
    public int Pid => _trailer.IsEmpty ? -1 : _layout.Pid(_trailer);

    /// <summary>Thread that was current, -1 where unknown.</summary>
    public int Tid => _trailer.IsEmpty ? -1 : _layout.Tid(_trailer);

    /// <summary>Processor, -1 where unknown.</summary>
    public int Cpu => _trailer.IsEmpty ? -1 : _layout.Cpu(_trailer);

    /// <summary>Id of the event.</summary>
    public ulong Id => _trailer.IsEmpty ? 0 : _layout.Id(_trailer);

    /// <summary>What the processor ran.</summary>
    public PerfCpuMode CpuMode => (PerfCpuMode)(Misc & PerfMisc.ModeMask);
}
