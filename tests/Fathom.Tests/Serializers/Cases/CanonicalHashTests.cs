using Fathom.Serializers.Kit.Checking;
using Xunit;

namespace Fathom.Tests.Serializers.Cases;

public sealed class CanonicalHashTests
{
    [Fact]
    public void The_order_of_members_does_not_matter() => Assert.Equal(
        CanonicalHash.Of(new NameFirst { Name = "a", Number = 5 }),
        CanonicalHash.Of(new NumberFirst { Name = "a", Number = 5 }));

    [Fact]
    public void The_order_of_entries_of_a_dictionary_does_not_matter() => Assert.Equal(
        CanonicalHash.Of(new Dictionary<string, int> { ["a"] = 1, ["b"] = 2 }),
        CanonicalHash.Of(new Dictionary<string, int> { ["b"] = 2, ["a"] = 1 }));

    [Fact]
    public void The_order_of_elements_does() => Assert.NotEqual(CanonicalHash.Of(new[] { 1, 2 }), CanonicalHash.Of(new[] { 2, 1 }));

    [Fact]
    public void Shared_references_count()
    {
        NameFirst one = new() { Name = "a" };

        Assert.NotEqual(CanonicalHash.Of(new[] { one, one }), CanonicalHash.Of(new[] { one, new NameFirst { Name = "a" } }));
    }

    [Fact]
    public void A_text_that_two_places_share_does_not_count()
    {
        string text = new('a', 3);

        Assert.Equal(CanonicalHash.Of(new[] { text, text }), CanonicalHash.Of(new[] { text, new string('a', 3) }));
    }

    [Fact]
    public void A_cycle_ends()
    {
        List<object> self = [];
        self.Add(self);

        Assert.Equal(64, CanonicalHash.Of(self).Length);
    }

    [Fact]
    public void Depth_does_not_overflow_the_stack()
    {
        List<object> deep = [];
        for (int i = 0; i < 200_000; i++)
            deep = [deep];

        Assert.Equal(64, CanonicalHash.Of(deep).Length);
    }

    public static TheoryData<object?, object?> UnlikeValues { get; } = new()
    {
        { 0.0, -0.0 },
        { 1, 1.5 },
        { "1", 1 },
        { null, "" },
        { new DateTime(5, DateTimeKind.Utc), new DateTime(5, DateTimeKind.Local) },
        { new DateTime(5), new DateTime(6) },
        { new DateTimeOffset(5, TimeSpan.Zero), new DateTimeOffset(6, TimeSpan.Zero) },
        { new TimeOnly(5), new TimeOnly(6) },
        { new DateOnly(2000, 1, 1), new DateOnly(2000, 1, 2) },
        { 1.0m, 1.00m },
        { new[] { 1 }, new[] { 1, 0 } },
        { new List<string> { "ab" }, new List<string> { "a", "b" } },
        { new Uri("a/b", UriKind.Relative), new Uri("a/c", UriKind.Relative) },
        { new Dictionary<string, int> { ["a"] = 1 }, new Dictionary<string, int> { ["b"] = 1 } },
        { new WithFields { Open = 1 }, new WithFields { Open = 2 } },
        { new WithFields(1), new WithFields(2) },
        { new Derived(1), new Derived(2) },
        { (1, "a"), (1, "b") },
        { new TitledNumbers { Title = "a" }, new TitledNumbers { Title = "b" } },
        { new int[2, 3], new int[3, 2] },
        { new System.Text.StringBuilder("a"), new System.Text.StringBuilder("b") },
        { System.Net.IPAddress.Loopback, System.Net.IPAddress.Any },
    };

    [Theory]
    [MemberData(nameof(UnlikeValues))]
    public void Values_that_differ_have_other_hashes(object? a, object? b) => Assert.NotEqual(CanonicalHash.Of(a), CanonicalHash.Of(b));

    [Fact]
    public void What_is_computed_does_not_count() => Assert.Equal(64, CanonicalHash.Of(new Throwing()).Length);

    // What is compared deeply is what is hashed: other content has another hash, and content that is equal has the same.
    [Fact]
    public void What_the_comparison_finds_equal_has_one_hash_and_what_it_finds_different_has_two()
    {
        foreach (var (a, b) in UnlikeValues.Select(static row => row.Data).Concat([(new WithFields(3), new WithFields(3)), (new Derived(4), new Derived(4))]))
            Assert.Equal(DeepComparer.Compare(a, b) is null, CanonicalHash.Of(a) == CanonicalHash.Of(b));
    }

    private class WithFields(int hidden = 0)
    {
        private readonly int _hidden = hidden;

        public int Open;

        public override string ToString() => $"{_hidden}";
    }

    private sealed class Derived(int hidden) : WithFields(hidden);

    private sealed class TitledNumbers : List<int>
    {
        public string Title { get; set; } = "";
    }

    private sealed class Throwing
    {
        public int Number { get; set; }

        public int Computed => Number == 0 ? throw new InvalidOperationException("a property that computes") : Number;
    }

    private sealed class NameFirst
    {
        public string Name { get; set; } = "";

        public int Number { get; set; }
    }

    private sealed class NumberFirst
    {
        public int Number { get; set; }

        public string Name { get; set; } = "";
    }
}
