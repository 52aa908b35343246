using System.Buffers.Binary;
using Fathom.Formats.PerfData.Events;

namespace Fathom.Formats.PerfData.Writing;

/// <summary>Writes <c>perf_event_attr</c>: for a file, and for the kernel, which takes the same bytes.</summary>
/// <remarks>
/// <code>
///   0 u32 type      4 u32 size      8 u64 config     16 u64 period or rate    24 u64 sample fields   32 u64 fields of a read value   40 u64 flags
///  48 u32 wakeup   72 u64 branches 80 u64 user registers  88 u32 user stack  92 i32 clock  96 u64 interrupt registers  108 u16 longest chain
/// </code>
/// <para>Source: linux/perf_event.h. 128 bytes are what Linux 5.13 and perf of the same time have; readers of a pipe take ids for what follows, so there must not be more.</para>
/// </remarks>
public static class AttributeBytes
{
    /// <summary>The size.</summary>
    public const int Size = 128;

    /// <summary>Writes it.</summary>
    /// <param name="of">The event.</param>
    /// <param name="into">At least <see cref="Size"/> bytes.</param>
    public static void Write(PerfEventAttributes of, Span<byte> into)
    {
        into = into[..Size];
        into.Clear();
        BinaryPrimitives.WriteUInt32LittleEndian(into, of.Type);
        BinaryPrimitives.WriteUInt32LittleEndian(into[4..], Size);
        BinaryPrimitives.WriteUInt64LittleEndian(into[8..], of.Config);
        BinaryPrimitives.WriteUInt64LittleEndian(into[16..], of.Period);
        BinaryPrimitives.WriteUInt64LittleEndian(into[24..], (ulong)of.SampleFields);
        BinaryPrimitives.WriteUInt64LittleEndian(into[32..], of.ReadFormat);
        BinaryPrimitives.WriteUInt64LittleEndian(into[40..], of.Flags);
        BinaryPrimitives.WriteUInt32LittleEndian(into[48..], of.Wakeup);
        BinaryPrimitives.WriteUInt64LittleEndian(into[72..], of.BranchFields);
        BinaryPrimitives.WriteUInt64LittleEndian(into[80..], of.UserRegisters);
        BinaryPrimitives.WriteUInt32LittleEndian(into[88..], of.UserStackBytes);
        BinaryPrimitives.WriteInt32LittleEndian(into[92..], of.ClockNumber);
        BinaryPrimitives.WriteUInt64LittleEndian(into[96..], of.InterruptRegisters);
        BinaryPrimitives.WriteUInt16LittleEndian(into[108..], (ushort)of.MaxStack);
    }
}
