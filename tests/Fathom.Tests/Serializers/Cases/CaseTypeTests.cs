using System.Reflection;
using System.Runtime.Serialization;
using System.Text.Json;
using System.Text.Json.Serialization;
using Fathom.Serializers.Kit.Cases;
using Fathom.Serializers.Kit.Checking;
using Xunit;

namespace Fathom.Tests.Serializers.Cases;

public sealed class CaseTypeTests
{
    private static readonly JsonSerializerOptions s_references = new() { ReferenceHandler = ReferenceHandler.Preserve };

    [Fact]
    public void Names_are_unique_and_can_be_typed()
    {
        Assert.Equal(CaseCatalog.All.Count, CaseCatalog.All.Select(static one => one.Name).Distinct().Count());
        Assert.All(CaseCatalog.All, static one => Assert.Matches("^[a-z]+(-[a-z]+)*$", one.Name));
    }

    [Fact]
    public void Every_class_is_one_that_all_serializers_can_make()
    {
        foreach (Type type in TypesOfCases())
        {
            Assert.True(type.IsPublic, type.Name);
            Assert.True(type.IsDefined(typeof(DataContractAttribute), inherit: false) && type.IsDefined(typeof(SerializableAttribute), inherit: false), type.Name);
            Assert.True(type.IsValueType || type.GetConstructor(Type.EmptyTypes) is not null, type.Name);
            Assert.All(PropertiesOf(type), property => Assert.True(property.GetMethod is { IsPublic: true } && property.SetMethod is { IsPublic: true }, $"{type.Name}.{property.Name}"));
        }
    }

    // Numbers of a base class are numbers of the derived class too for serializers that write numbers instead of names.
    [Fact]
    public void Every_member_has_a_number_of_its_own_from_one_up()
    {
        foreach (Type type in TypesOfCases())
        {
            int[] numbers = [.. PropertiesOf(type).Select(static one => one.GetCustomAttribute<DataMemberAttribute>()!.Order).Order()];
            Assert.Equal(Enumerable.Range(1, numbers.Length), numbers);
        }
    }

    [Fact]
    public void Moments_are_in_utc_and_of_whole_milliseconds()
    {
        int found = 0;
        foreach (SerializerCase one in CaseCatalog.All)
        {
            foreach (CaseLeaf leaf in CaseLeaf.Of(CaseSamples.Make(one, new CaseDials { N = 20 })))
            {
                if (leaf.Value is not DateTime moment)
                    continue;
                found++;
                Assert.Equal(DateTimeKind.Utc, moment.Kind);
                Assert.Equal(0, moment.Ticks % TimeSpan.TicksPerMillisecond);
            }
        }

        Assert.InRange(found, 100, 10_000);
    }

    [Fact]
    public void What_is_written_and_read_again_is_equal_and_has_the_same_sum()
    {
        foreach (SerializerCase one in CaseCatalog.All)
        {
            object value = CaseSamples.Make(one, new CaseDials { N = 50, Payload = 10 });
            JsonSerializerOptions? options = one.SharesReferences ? s_references : null;

            object back = JsonSerializer.Deserialize(JsonSerializer.SerializeToUtf8Bytes(value, one.RootType, options), one.RootType, options)!;

            Assert.Null(DeepComparer.Compare(value, back, one.SharesReferences));
            Assert.Equal(CaseSamples.Touch(one, value), CaseSamples.Touch(one, back));
            Assert.Equal(CanonicalHash.Of(value), CanonicalHash.Of(back));
        }
    }

    [Theory]
    [MemberData(nameof(CaseSamples.Names), MemberType = typeof(CaseSamples))]
    public void Each_leaf_is_touched_compared_and_hashed(string name)
    {
        SerializerCase one = CaseCatalog.Find(name)!;
        CaseDials dials = new() { N = 3, Payload = 4, NullPercent = 20, Nesting = 1 };
        object value = CaseSamples.Make(one, dials), twin = CaseSamples.Make(one, dials);
        long sum = CaseSamples.Touch(one, value);
        string hash = CanonicalHash.Of(value);
        int leaves = 0;
        foreach (CaseLeaf leaf in CaseLeaf.Of(value))
        {
            leaves++;
            object? before = leaf.Value;
            leaf.Value = leaf.Other();
            Assert.True(CaseSamples.Touch(one, value) != sum, $"{leaf} is not touched");
            Assert.True(DeepComparer.Compare(twin, value) is not null, $"{leaf} is not compared");
            Assert.True(CanonicalHash.Of(value) != hash, $"{leaf} is not hashed");
            leaf.Value = before;
        }

        Assert.NotEqual(0, leaves);
        Assert.Equal(hash, CanonicalHash.Of(value));
    }

    [Theory]
    [MemberData(nameof(CaseSamples.Names), MemberType = typeof(CaseSamples))]
    public void Touching_allocates_nothing(string name)
    {
        SerializerCase one = CaseCatalog.Find(name)!;
        object value = CaseSamples.Make(one, new CaseDials { N = 200 });
        CaseSamples.Touch(one, value);

        long before = GC.GetAllocatedBytesForCurrentThread();
        CaseSamples.Touch(one, value);
        long small = GC.GetAllocatedBytesForCurrentThread() - before;

        // The visitor that finds the type; not one byte per object.
        Assert.InRange(small, 0, 200);
    }

    private static IEnumerable<Type> TypesOfCases() => typeof(CaseCatalog).Assembly.GetTypes()
        .Where(static type => type.Namespace?.StartsWith("Fathom.Serializers.Kit.Cases.", StringComparison.Ordinal) == true)
        .Where(static type => type.IsDefined(typeof(DataContractAttribute), inherit: false));

    private static PropertyInfo[] PropertiesOf(Type type) => type.GetProperties(BindingFlags.Instance | BindingFlags.Public);
}
