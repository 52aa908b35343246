using System.Buffers.Binary;
using Fathom.Formats.Etl;
using Fathom.Formats.Etl.Buffers;
using Fathom.Formats.Etl.Unread;
using Xunit;

namespace Fathom.Tests.Formats.Etl;

/// <summary>Heads of records and buffers, of which public files do not have each.</summary>
public sealed class EtlRecordTests
{
    private const long Ticks = 0x0102_0304_0506_0708;

    private static readonly Guid s_class = new("01020304-0506-0708-090a-0b0c0d0e0f10");
    private static readonly byte[] s_payload = [1, 2, 3, 4, 5];

    [Theory]
    [InlineData(true, 4)]
    [InlineData(false, 8)]
    public void Records_of_the_kernel_have_the_same_fields_with_and_without_times_of_the_processor(bool isNarrow, int pointerSize)
    {
        foreach (byte[] bytes in (byte[][])[EtlPieces.Compact(Ticks, 0x0524, 4, 700, 704, s_payload, isNarrow),
            EtlPieces.System(Ticks, 0x0524, 4, 700, 704,
            s_payload, isNarrow, 5, 6)])
        {
            Assert.True(EtlRecord.TryPeek([.. bytes, .. new byte[32]], out int size, out long ticks));
            EtlRecord record = EtlRecord.Read(bytes);

            Assert.Equal((bytes.Length, Ticks), (size, ticks));
            Assert.Equal((EtlRecordKind.Kernel, pointerSize, 0x0524, 0x24, 4, 700, 704, Ticks),
                (record.Kind, record.PointerSize, record.Hook, record.Opcode, record.Version, record.Pid, record.Tid, record.Ticks));
            Assert.Equal(s_payload, record.Payload);
        }
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(4)]
    [InlineData(7)]
    public void Counters_of_the_processor_stand_before_the_fields_and_are_none_of_them(int counters)
    {
        byte[] bytes = EtlPieces.PerfInfo(Ticks, 0x0524, 4, s_payload, false, [.. Enumerable.Repeat(ulong.MaxValue, counters)]);
        EtlRecord record = EtlRecord.Read(bytes);

        Assert.Equal((EtlRecordKind.Kernel, 0x0524, 4, -1, -1, Ticks), (record.Kind, record.Hook, record.Version, record.Pid, record.Tid,
            record.Ticks));
        Assert.Equal(s_payload, record.Payload);

        // The number of a precise sample is 8 bytes more; a record that ends within them has no fields.
        byte[] indexed = EtlPieces.PerfInfo(Ticks, 0x0524, 4 | 0x8000, [.. new byte[8], .. s_payload]);
        Assert.Equal(s_payload, EtlRecord.Read(indexed).Payload);
        Assert.True(EtlRecord.Read(indexed.AsSpan(0, 0x12)).Payload.IsEmpty);
    }

    [Theory]
    [InlineData(true, 4)]
    [InlineData(false, 8)]
    public void Records_of_an_instance_are_those_of_their_class_behind_a_longer_head(bool isNarrow, int pointerSize)
    {
        byte[] bytes = EtlPieces.Instance(Ticks, s_class, 12, 3, 700, 704, 8, 9, Guid.NewGuid(), s_payload, isNarrow);

        Assert.True(EtlRecord.TryPeek(bytes, out int size, out long ticks));
        Assert.False(EtlRecord.TryPeek(bytes.AsSpan(0, 0x47), out _, out _));
        EtlRecord record = EtlRecord.Read(bytes);
        Assert.Equal((0x48 + s_payload.Length, Ticks), (size, ticks));
        Assert.Equal((EtlRecordKind.Classic, pointerSize, s_class, 12, 3, 700, 704),
            (record.Kind, record.PointerSize, record.Provider, record.Opcode, record.Version, record.Pid, record.Tid));
        Assert.Equal(s_payload, record.Payload);
    }

    [Fact]
    public void Items_of_an_event_stand_before_its_fields_up_to_the_last_one()
    {
        Guid related = Guid.NewGuid(), activity = Guid.NewGuid();
        EtlPieces.EventHead head = new(Ticks, s_class, 0x1234)
        {
            Flags = 1, Version = 2, Level = 5, Opcode = 7, Keywords = 0x8000_0000_0000_0001, Pid = 700, Tid = 704, Activity = activity,
        };
        byte[] bytes = EtlPieces.Event(head, [.. EtlPieces.Item(EtlItems.RelatedActivity, related.ToByteArray(), isLast: false),
            .. EtlPieces.Item(2, [9, 9, 9])],
            s_payload);
        EtlRecord record = EtlRecord.Read(bytes);

        Assert.Equal((EtlRecordKind.Event, 8, s_class, 0x1234, 2), (record.Kind, record.PointerSize, record.Provider, record.Id,
            record.Version));
        Assert.Equal((5, 7, 0x8000_0000_0000_0001, 700, 704, activity), (record.Level, record.Opcode, record.Keywords, record.Pid,
            record.Tid, record.Activity));
        Assert.Equal(s_payload, record.Payload);
        List<(int, string)> items = [];
        foreach (EtlItems item in new EtlItems(record.Items))
            items.Add((item.Kind, Convert.ToHexString(item.Content)));
        Assert.Equal([(EtlItems.RelatedActivity, Convert.ToHexString(related.ToByteArray())), (2, "090909")], items);
        // Without the flag the same bytes are fields.
        Assert.Equal(40 + s_payload.Length, EtlRecord.Read(EtlPieces.Event(head with { Flags = 0 }, bytes[0x50..0x78], s_payload))
            .Payload.Length);
    }

    [Theory]
    [InlineData(0x0F, 0x80)]
    [InlineData(0x00, 0x90)]
    [InlineData(0x13, 0x90)]
    public void A_message_tells_what_its_options_say_and_its_values_stay(byte marker, byte flags)
    {
        byte[] told = [.. BitConverter.GetBytes(77), .. s_class.ToByteArray(), .. BitConverter.GetBytes(Ticks),
            .. BitConverter.GetBytes(704),
            .. BitConverter.GetBytes(700), .. s_payload];
        byte[] bytes = EtlPieces.Message(12, 0x2B, told, marker, flags);

        Assert.True(EtlRecord.TryPeek(bytes, out int size, out long ticks));
        Assert.Equal((bytes.Length, Ticks), (size, ticks));
        EtlRecord record = EtlRecord.Read(bytes);
        EtlMessage message = EtlMessage.Read(record.Payload);
        Assert.Equal((EtlRecordKind.Message, Ticks, Ticks, 700, 704), (record.Kind, record.Ticks, message.Ticks, message.Pid, message.Tid));
        // A number instead of the id, and no time.
        EtlMessage other = EtlMessage.Read(EtlRecord.Read(EtlPieces.Message(12, 0x24,
            [1, 2, 3, 4, .. BitConverter.GetBytes(9), .. BitConverter.GetBytes(8)])).Payload);
        Assert.Equal((0L, 8, 9), (other.Ticks, other.Pid, other.Tid));
        // One that is too short for what its options say.
        EtlMessage cut = EtlMessage.Read(EtlRecord.Read(EtlPieces.Message(12, 0x2B, told[..20])).Payload);
        Assert.Equal((0L, -1, -1), (cut.Ticks, cut.Pid, cut.Tid));
    }

    // The two as they stand in a file of Windows 7, and of Windows 10 with 28 processors; and the last one that there can be.
    [Theory]
    [InlineData(0x0803, 3)]
    [InlineData(27, 27)]
    [InlineData(0x0041, 65)]
    [InlineData(0x07FF, 2047)]
    public void The_processor_of_a_buffer_is_its_number_over_all_groups_in_the_low_11_bits(int told, int processor)
    {
        byte[] head = EtlPieces.Buffer(EtlBytes.BufferBytes, 0x100, 5, told, 3, 1, 0);
        // The number of the session stands behind it, and is none of it.
        Assert.Equal(told, BinaryPrimitives.ReadUInt16LittleEndian(head.AsSpan(0x28)));

        EtlBuffer buffer = EtlBuffer.Read(head, 0)!.Value;
        Assert.Equal((processor, 0x100, false), (buffer.Processor, buffer.Used, buffer.IsCompressed));
    }

    [Theory]
    [InlineData(2, 10_000_000L)]
    [InlineData(3, 2_400_000_000L)]
    [InlineData(1, 3_579_545L)]
    public void Each_clock_has_its_own_ticks(int clock, long perSecond)
    {
        // What the header says of the performance counter means nothing to the other two.
        long start = clock == 2 ? EtlBytes.StartFileTime : 1_000_000;
        EtlTrace trace = EtlFiles.Open(new EtlBytes(1, 3_579_545, start) { Clock = clock, Megahertz = 2400 }
            .PerfInfo(0, start + (perSecond * 5 / 2), 0x0F22, 2, "mark\0"u8.ToArray()).Build());
        EventList found = new(trace);
        trace.Read(found, CancellationToken.None);

        Assert.Equal(((uint)clock, perSecond), (trace.Header.Clock, trace.Header.TicksPerSecond));
        Assert.Equal([0L, 2_500_000L], found.Events.Select(static one => one.Micro));
    }
}
