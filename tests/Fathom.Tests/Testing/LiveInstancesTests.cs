extern alias testing;

using System.Runtime.CompilerServices;
using Xunit;
using testing::Fathom.Testing;

namespace Fathom.Tests.Testing;

[Collection(nameof(OwnMemory))]
public sealed class LiveInstancesTests
{
    [Fact]
    public void Live_objects_of_a_type_are_counted_and_dead_ones_are_not()
    {
        Keep(1_234);
        DropOthers(5_000);

        Assert.Equal(1_234, LiveInstances.Of<Alone>());
        Assert.Equal(1, LiveInstances.Of<Alone[]>());
        // A header and a handle of 16 bytes with room for 8; an array has its length too.
        Assert.Equal((1_234L, 1_234L * 24), Row(nameof(Alone)));
        Assert.Equal((1L, 24L + 1_234 * 8), Row($"{nameof(Alone)}[]"));
        Kept.Objects = [];
        Assert.Equal(0, LiveInstances.Of<Alone>());
    }

    [Fact]
    public void Generic_types_nested_types_and_arrays_are_told_apart()
    {
        object[] kept =
        [
            new List<Counted>(), new List<Counted>(), new Dictionary<string, Counted[]>(), new Counted[3, 4], new Nested(), new Nested.Inner<Counted>(), new Counted[2][],
        ];
        LiveInstances live = LiveInstances.Count();

        Assert.Equal(2, live[typeof(List<Counted>)]);
        Assert.Equal(1, live[typeof(Dictionary<string, Counted[]>)]);
        Assert.Equal(1, live[typeof(Counted[,])]);
        Assert.Equal(1, live[typeof(Counted[][])]);
        Assert.Equal(1, live[typeof(Nested)]);
        Assert.Equal(1, live[typeof(Nested.Inner<Counted>)]);
        Assert.Equal(0, live[typeof(List<Nested>)]);
        GC.KeepAlive(kept);
    }

    [Fact]
    public void All_types_together_are_the_live_heap()
    {
        long before = GC.GetTotalMemory(forceFullCollection: true);
        LiveInstances live = LiveInstances.Count();
        long after = GC.GetTotalMemory(forceFullCollection: true);

        Assert.Equal(live.Types.OrderByDescending(type => type.Bytes).Select(type => type.Bytes), live.Types.Select(type => type.Bytes));
        // The count is of a moment between the two; what it returns itself lives behind it.
        Assert.InRange(live.Types.Sum(type => type.Bytes), Math.Min(before, after) * 0.95, Math.Max(before, after) * 1.05);
        Assert.True(live[typeof(string)] > 1_000);
    }

    private static (long Count, long Bytes) Row(string type)
    {
        InstanceCount row = LiveInstances.Count().Types.Single(t => t.Type == type);
        return (row.Count, row.Bytes);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Keep(int count)
    {
        Alone[] all = new Alone[count];
        for (int i = 0; i < count; i++)
            all[i] = new Alone();
        Kept.Objects = all;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void DropOthers(int count)
    {
        for (int i = 0; i < count; i++)
            GC.KeepAlive(new Alone());
    }

    // Of no other test: a List of it would keep an empty array of its own.
    private sealed class Alone;

    private sealed class Nested
    {
        public sealed class Inner<T>
        {
            public T? Value { get; init; }
        }
    }
}
