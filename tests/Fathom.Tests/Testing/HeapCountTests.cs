extern alias testing;

using System.Buffers.Binary;
using Fathom.Formats.NetTrace;
using Xunit;
using testing::Fathom.Testing;

namespace Fathom.Tests.Testing;

/// <summary>Events about the heap that are whole, and such that end too early.</summary>
public sealed class HeapCountTests
{
    private const int BulkType = 15;
    private const int BulkNode = 18;

    [Fact]
    public void Events_that_hold_all_that_they_announce_are_counted()
    {
        using HeapCount count = new([]);

        Tell(count, BulkType, TypeEvent(announced: 1));
        Tell(count, BulkNode, ObjectEvent(announced: 2, told: 2));

        Assert.Equal(2, Assert.Single(count.Objects).Value);
        count.ThrowUnlessWhole(Whole());
    }

    [Fact]
    public void An_event_with_fewer_objects_than_announced_is_no_count()
    {
        using HeapCount count = new([]);

        Tell(count, BulkNode, ObjectEvent(announced: 3, told: 2));

        AssertShort(count);
    }

    [Fact]
    public void An_event_with_fewer_types_than_announced_is_no_count()
    {
        using HeapCount count = new([]);

        Tell(count, BulkType, TypeEvent(announced: 2));

        AssertShort(count);
    }

    [Fact]
    public void A_type_with_fewer_parameters_than_announced_is_no_count()
    {
        using HeapCount count = new([]);

        Tell(count, BulkType, TypeEvent(announced: 1, parameters: 2));

        AssertShort(count);
    }

    private static void AssertShort(HeapCount count)
    {
        InvalidOperationException refused = Assert.Throws<InvalidOperationException>(() => count.ThrowUnlessWhole(Whole()));
        Assert.StartsWith("1 of the runtime's events about the heap were shorter than announced", refused.Message, StringComparison.Ordinal);
    }

    private static NetTraceTotals Whole()
    {
        NetTraceTotals totals = new();
        totals.Finish(NetTraceEnd.Complete, null);
        return totals;
    }

    private static void Tell(HeapCount count, int eventId, byte[] payload)
    {
        EventHeader header = default;
        NetTraceHeader trace = new(DateTime.UnixEpoch, 0, 1, sizeof(ulong), 1, 1);
        EventMetadata metadata = new("Microsoft-Windows-DotNETRuntime", eventId, "", 0, 5, 0, []);
        count.OnEvent(new NetTraceEvent(trace, metadata, in header, payload, new NetTraceTables(trace)));
    }

    // u32 index, u32 count, u16; then address, size, type and references, 8 bytes each.
    private static byte[] ObjectEvent(uint announced, int told)
    {
        byte[] payload = new byte[10 + told * 32];
        BinaryPrimitives.WriteUInt32LittleEndian(payload.AsSpan(4), announced);
        for (int i = 0; i < told; i++)
        {
            BinaryPrimitives.WriteUInt64LittleEndian(payload.AsSpan(10 + i * 32 + 8), 24);
            BinaryPrimitives.WriteUInt64LittleEndian(payload.AsSpan(10 + i * 32 + 16), 0x1000);
        }

        return payload;
    }

    // u32 count, u16; then id, module, name id, flags, element type, name "A", and one parameter.
    private static byte[] TypeEvent(uint announced, uint parameters = 1)
    {
        byte[] payload = new byte[6 + 8 + 8 + 4 + 4 + 1 + 4 + 4 + 8];
        BinaryPrimitives.WriteUInt32LittleEndian(payload, announced);
        BinaryPrimitives.WriteUInt64LittleEndian(payload.AsSpan(6), 0x1000);
        payload[31] = (byte)'A';
        BinaryPrimitives.WriteUInt32LittleEndian(payload.AsSpan(35), parameters);
        return payload;
    }
}
