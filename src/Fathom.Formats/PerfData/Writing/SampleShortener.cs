using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Fathom.Formats.PerfData.Events;
using Fathom.Formats.PerfData.Records;

namespace Fathom.Formats.PerfData.Writing;

/// <summary>
/// Writes samples anew without the registers and the stack of the program, with another call chain, and with how much of that is certain (<see cref="PerfEventAttributes.HasExactFrames"/>).
/// Nothing is allocated for one.
/// </summary>
public sealed class SampleShortener
{
    private const int HeadBytes = 8;
    private const PerfSampleFields Dump = PerfSampleFields.UserRegisters | PerfSampleFields.UserStack;
    private const PerfSampleFields AnyWeight = PerfSampleFields.Weight | PerfSampleFields.WeightParts;

    private readonly RecordDecoder _decoder;

    /// <summary>Begins.</summary>
    /// <param name="recorded">The event as it is recorded: its samples have call chains, registers and stacks.</param>
    /// <exception cref="ArgumentException">They lack one of these, or have a weight.</exception>
    public SampleShortener(PerfEventAttributes recorded)
    {
        if (!recorded.SampleFields.HasFlag(Dump | PerfSampleFields.Callchain))
            throw new ArgumentException("The event has no call chains, registers and stacks.", nameof(recorded));
        if ((recorded.SampleFields & AnyWeight) != 0)
            throw new ArgumentException("The event has a weight, whose place the number of exact frames takes.", nameof(recorded));
        _decoder = new RecordDecoder(recorded);
        Written = recorded with { SampleFields = (recorded.SampleFields & ~Dump) | PerfSampleFields.Weight, UserRegisters = 0, UserStackBytes = 0 };
    }

    /// <summary>The event as the samples have it that are written.</summary>
    public PerfEventAttributes Written { get; }

    /// <summary>Reads a sample.</summary>
    /// <param name="record">The record with its head.</param>
    /// <param name="sample">The sample; valid until the next one is read.</param>
    /// <returns>False where it is no sample, or a length goes beyond it.</returns>
    public bool TryRead(ReadOnlySpan<byte> record, out PerfSample sample) => _decoder.TrySample(record, out sample);

    /// <summary>Writes the sample that was read last.</summary>
    /// <param name="record">Its record.</param>
    /// <param name="chain">The call chain that it gets; what a record has no room for is left out at the outer end.</param>
    /// <param name="exactFrames">Frames of the program, from the innermost on, whose caller in the chain is certain.</param>
    /// <param name="destination">Room for the longest record, which has 65,535 bytes.</param>
    /// <returns>Bytes that were written.</returns>
    public int Write(ReadOnlySpan<byte> record, ReadOnlySpan<ulong> chain, ulong exactFrames, Span<byte> destination)
    {
        ref readonly SampleParts parts = ref _decoder.Parts;
        ReadOnlySpan<byte> body = record[HeadBytes..];
        ReadOnlySpan<byte> before = body[..(parts.Callchain.Start - sizeof(ulong))];
        ReadOnlySpan<byte> between = body[(parts.Callchain.Start + parts.Callchain.Count)..parts.Dump.Start], behind = body[(parts.Dump.Start + parts.Dump.Count)..];
        int others = HeadBytes + before.Length + sizeof(ulong) + between.Length + sizeof(ulong) + behind.Length;
        chain = chain[..Math.Min(chain.Length, (ushort.MaxValue - others) / sizeof(ulong))];

        record[..HeadBytes].CopyTo(destination);
        int at = HeadBytes;
        Append(before, destination, ref at);
        BinaryPrimitives.WriteUInt64LittleEndian(destination[at..], (ulong)chain.Length);
        at += sizeof(ulong);
        Append(MemoryMarshal.AsBytes(chain), destination, ref at);
        Append(between, destination, ref at);

        // The weight stands where registers and stack stood.
        BinaryPrimitives.WriteUInt64LittleEndian(destination[at..], exactFrames);
        at += sizeof(ulong);
        Append(behind, destination, ref at);
        BinaryPrimitives.WriteUInt16LittleEndian(destination[6..], (ushort)at);
        return at;
    }

    private static void Append(ReadOnlySpan<byte> bytes, Span<byte> destination, ref int at)
    {
        bytes.CopyTo(destination[at..]);
        at += bytes.Length;
    }
}
