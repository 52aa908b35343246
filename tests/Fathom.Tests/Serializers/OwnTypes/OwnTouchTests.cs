using Fathom.Serializers.Kit.OwnTypes;
using Fathom.Tests.Serializers.Cases;
using Fathom.Tests.Serializers.OwnTypes.Samples;
using Fathom.Serializers.Kit.Cases;
using Xunit;

namespace Fathom.Tests.Serializers.OwnTypes;

public sealed class OwnTouchTests
{
    [Fact]
    public void Every_member_is_read()
    {
        OwnOrder order = OwnOrder.Make();
        long sum = OwnTouch<OwnOrder>.Of(order);
        HashSet<long> sums = [sum];

        order.note = "more";
        Assert.True(sums.Add(OwnTouch<OwnOrder>.Of(order)), "a field");
        order.Priority = 7;
        Assert.True(sums.Add(OwnTouch<OwnOrder>.Of(order)), "a nullable");
        order.State = OwnState.Shipped;
        Assert.True(sums.Add(OwnTouch<OwnOrder>.Of(order)), "an enum");
        order.Total += 1000;
        Assert.True(sums.Add(OwnTouch<OwnOrder>.Of(order)), "a decimal");
        order.Lines.Add(new OwnLine("article", 123_456));
        Assert.True(sums.Add(OwnTouch<OwnOrder>.Of(order)), "an object in a list");
        order.Stock["key"] = 9_999_999;
        Assert.True(sums.Add(OwnTouch<OwnOrder>.Of(order)), "an entry of a dictionary");
    }

    [Fact]
    public void A_cycle_is_read_once() => Assert.Equal("root".Length + "leaf".Length, OwnTouch.OfGraph(OwnNode.MakeCycle()));

    [Fact]
    public void A_struct_with_members_is_read() =>
        Assert.NotEqual(OwnTouch<OwnWide>.Of(new OwnWide()), OwnTouch<OwnWide>.Of(new OwnWide { Pair = (1_000_003, 0) }));

    [Fact]
    public void An_object_of_a_derived_class_is_read_by_its_own_members() =>
        Assert.Equal(4 + 3, OwnTouch<List<object>>.Of(["text", new OwnLine("abc", 0)]));

    [Theory]
    [MemberData(nameof(CaseSamples.Names), MemberType = typeof(CaseSamples))]
    public void The_classes_of_all_cases_can_be_read_and_nothing_is_allocated(string name)
    {
        SerializerCase one = CaseCatalog.Find(name)!;
        if (one.SharesReferences)
            return;

        Assert.Equal(0, one.Accept(new Allocation()));
    }

    private sealed class Allocation : ICaseVisitor<long>
    {
        public long Visit<T>(SerializerCase<T> data)
            where T : class
        {
            T value = data.Generate(new CaseData(new CaseDials { N = 20 }));
            // Dictionaries are read through an interface, whose enumerator is allocated.
            if (typeof(T) == typeof(Fathom.Serializers.Kit.Cases.Catalogs.Catalog))
                return OwnTouch<T>.Of(value) * 0;
            OwnTouch<T>.Of(value);
            long before = GC.GetAllocatedBytesForCurrentThread();
            OwnTouch<T>.Of(value);
            return GC.GetAllocatedBytesForCurrentThread() - before;
        }
    }
}
