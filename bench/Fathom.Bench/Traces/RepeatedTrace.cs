using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Fathom.Formats.PerfData.Events;
using Fathom.Formats.PerfData.Records;

namespace Fathom.Bench.Traces;

/// <summary>
/// A recording of perf of any length, made out of a short one in the form of a pipe: its records come again and again, each time later. Some of the call chains are changed each time, so that a long
/// recording has stacks that a short one does not have.
/// </summary>
internal sealed class RepeatedTrace
{
    private const int HeadBytes = 16;
    private const int RecordHeadBytes = 8;
    private const int AddressesChanged = 3;

    private readonly byte[] _content;
    private readonly byte[] _part;
    private readonly int _start;
    private readonly SampleLayout _layout;
    private readonly int _timeFromEnd;
    private readonly List<ulong> _addresses = [];
    private readonly Random _random = new(11);
    private readonly ulong _spanNs;

    /// <summary>Takes a recording apart.</summary>
    /// <param name="content">A recording in the form of a pipe, not compressed.</param>
    public RepeatedTrace(byte[] content)
    {
        _content = content;
        PerfEventAttributes attributes = Attributes();
        _layout = new SampleLayout(attributes);
        _timeFromEnd = TimeFromEnd(attributes.SampleFields);
        (ulong first, ulong last) = (ulong.MaxValue, 0);
        for (int at = HeadBytes; at < content.Length; at = Next(at))
        {
            if (TimePlace(content, at) is not (> 0 and var place) || BinaryPrimitives.ReadUInt64LittleEndian(content.AsSpan(place)) is not (> 0 and var time))
                continue;
            _start = _start == 0 ? at : _start;
            (first, last) = (Math.Min(first, time), Math.Max(last, time));
            if (IsSample(content, at) && _addresses.Count < 100_000)
                _addresses.AddRange(Chain(content, at));
        }

        _spanNs = last - first + 1_000;
        _part = content[_start..];
    }

    /// <summary>Samples that were written.</summary>
    public long Samples { get; private set; }

    /// <summary>Writes a recording.</summary>
    /// <param name="stream">Where.</param>
    /// <param name="sizeBytes">Its least size; it ends with the whole of the short one.</param>
    /// <param name="changedEach">Of how many samples one has another call chain each time.</param>
    public void Write(Stream stream, long sizeBytes, int changedEach)
    {
        stream.Write(_content.AsSpan(0, _start));
        for (long written = _start; written < sizeBytes; written += _part.Length)
        {
            stream.Write(_part);
            Later(changedEach);
        }
    }

    private void Later(int changedEach)
    {
        for (int at = 0; at < _part.Length; at += BinaryPrimitives.ReadUInt16LittleEndian(_part.AsSpan(at + 6)))
        {
            if (TimePlace(_part, at) is > 0 and var place)
            {
                Span<byte> time = _part.AsSpan(place, sizeof(ulong));
                ulong ns = BinaryPrimitives.ReadUInt64LittleEndian(time);
                BinaryPrimitives.WriteUInt64LittleEndian(time, ns == 0 ? 0 : ns + _spanNs);
            }

            if (!IsSample(_part, at))
                continue;
            Samples++;
            if (_random.Next(changedEach) == 0)
                Change(Chain(_part, at));
        }
    }

    private void Change(Span<ulong> chain)
    {
        for (int i = 0; i < AddressesChanged && chain.Length > 0; i++)
        {
            ref ulong address = ref chain[_random.Next(chain.Length)];
            if (!CallchainMarker.Is(address))
                address = _addresses[_random.Next(_addresses.Count)];
        }
    }

    // The number of addresses stands behind the fields whose place is fixed, as events of perf that count no groups have it.
    private Span<ulong> Chain(byte[] content, int at)
    {
        int place = at + RecordHeadBytes + _layout.FixedBytes;
        int count = (int)BinaryPrimitives.ReadUInt64LittleEndian(content.AsSpan(place));
        return MemoryMarshal.Cast<byte, ulong>(content.AsSpan(place + sizeof(ulong), count * sizeof(ulong)));
    }

    private static bool IsSample(byte[] content, int at) => Type(content, at) == (uint)PerfRecordType.Sample;

    private static uint Type(byte[] content, int at) => BinaryPrimitives.ReadUInt32LittleEndian(content.AsSpan(at));

    // 0 where it has none: only the kernel's records do.
    private int TimePlace(byte[] content, int at) =>
        IsSample(content, at) ? at + RecordHeadBytes + _layout.Time
        : Type(content, at) < (uint)PerfRecordType.HeaderAttribute ? at + BinaryPrimitives.ReadUInt16LittleEndian(content.AsSpan(at + 6)) - _timeFromEnd
        : 0;

    private int Next(int at)
    {
        int next = at + BinaryPrimitives.ReadUInt16LittleEndian(_content.AsSpan(at + 6));
        // Descriptions of tracepoints follow their record, outside of its size.
        return Type(_content, at) == (uint)PerfRecordType.HeaderTracingData ? next + BinaryPrimitives.ReadInt32LittleEndian(_content.AsSpan(at + RecordHeadBytes)) : next;
    }

    private PerfEventAttributes Attributes()
    {
        for (int at = HeadBytes; at < _content.Length; at = Next(at))
        {
            if (Type(_content, at) == (uint)PerfRecordType.HeaderAttribute)
                return PerfEventAttributes.Parse(_content.AsSpan(at + RecordHeadBytes));
        }

        throw new InvalidOperationException("the recording has no event");
    }

    // time, id, stream id, cpu, identifier: those that the event has.
    private static int TimeFromEnd(PerfSampleFields fields) => sizeof(ulong) * new[]
    {
        PerfSampleFields.Time, PerfSampleFields.Id, PerfSampleFields.StreamId, PerfSampleFields.Cpu, PerfSampleFields.Identifier,
    }.Count(field => (fields & field) != 0);
}
