using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Diagnostics.CodeAnalysis;
using Fathom.Serializers.Kit.Checking;
using Xunit;

namespace Fathom.Tests.Serializers;

/// <summary>The comparison is the truth of every check: what it finds equal is equal, and each thing that a serializer is known to change is found.</summary>
public sealed class DeepComparerTests
{
    private static readonly DateTime s_moment = new(2026, 3, 4, 5, 6, 7, DateTimeKind.Utc);

    public static TheoryData<string, object?, object?> Equal => new()
    {
        { "null", null, null },
        { "NaN of another payload", double.NaN, BitConverter.Int64BitsToDouble(0x7FF8_0000_0000_0001) },
        { "capacity of a list", new List<int>(4) { 1 }, new List<int>(400) { 1 } },
        { "capacity and comparer of a dictionary", new Dictionary<string, int>(100, StringComparer.OrdinalIgnoreCase) { ["a"] = 1 }, new Dictionary<string, int> { ["a"] = 1 } },
        { "order of a dictionary", new Dictionary<int, int> { [1] = 1, [2] = 2 }, new Dictionary<int, int> { [2] = 2, [1] = 1 } },
        { "order of a set", new HashSet<string> { "a", "b" }, new HashSet<string> { "b", "a" } },
        { "set of objects", new HashSet<Leaf> { new(1), new(2) }, new HashSet<Leaf> { new(2), new(1) } },
        { "keys that are objects", new Dictionary<Pair, int> { [new(1, "a")] = 1 }, new Dictionary<Pair, int> { [new(1, "a")] = 1 } },
        { "queue with another head", QueueAfter(5), QueueAfter(0) },
        { "stack with another capacity", new Stack<int>([1, 2]), Grown(new Stack<int>([1, 2])) },
        { "linked list", new LinkedList<int>([1, 2]), new LinkedList<int>([1, 2]) },
        { "observable", new ObservableCollection<int> { 1 }, new ObservableCollection<int> { 1 } },
        { "immutable", ImmutableSortedDictionary<int, string>.Empty.Add(1, "a"), ImmutableSortedDictionary<int, string>.Empty.Add(1, "a") },
        { "two dimensions", new[,] { { 1, 2 }, { 3, 4 } }, new[,] { { 1, 2 }, { 3, 4 } } },
        { "jagged", new int[][] { [1], [2, 3] }, new int[][] { [1], [2, 3] } },
        { "record", new Pair(1, "x"), new Pair(1, "x") },
        { "address", new Uri("http://a/b#c"), new Uri("http://a/b#c") },
        { "what its author excludes", new Excluded { Kept = 1, Cache = 2 }, new Excluded { Kept = 1 } },
        { "pair", new KeyValuePair<int, string>(1, "a"), new KeyValuePair<int, string>(1, "a") },
    };

    public static TheoryData<string, object?, object?, DifferenceKind, string> Unequal => new()
    {
        { "text lost", new Named { Name = "a" }, new Named(), DifferenceKind.Lost, "Name: \"a\" came back as null" },
        { "text emptied", new Named { Name = "a" }, new Named { Name = "" }, DifferenceKind.Lost, "Name: \"a\" came back as \"\"" },
        { "null to empty", new Named(), new Named { Name = "" }, DifferenceKind.Changed, "Name: null came back as \"\"" },
        { "number lost", new List<int> { 0, 7 }, new List<int> { 0, 0 }, DifferenceKind.Lost, "[1]: 7 came back as 0" },
        { "negative zero", -0.0, 0.0, DifferenceKind.Changed, "root: -0 came back as 0" },
        { "negative zero, single", -0f, 0f, DifferenceKind.Changed, "root: -0 came back as 0" },
        {
            "kind of a date",
            s_moment,
            DateTime.SpecifyKind(s_moment, DateTimeKind.Unspecified),
            DifferenceKind.Changed,
            "root: 2026-03-04T05:06:07.0000000Z (Utc) came back as 2026-03-04T05:06:07.0000000 (Unspecified)"
        },
        {
            "kind of the first date",
            DateTime.SpecifyKind(default, DateTimeKind.Utc),
            default(DateTime),
            DifferenceKind.Changed,
            "root: 0001-01-01T00:00:00.0000000Z (Utc) came back as 0001-01-01T00:00:00.0000000 (Unspecified)"
        },
        {
            "offset",
            new DateTimeOffset(2026, 1, 1, 2, 0, 0, TimeSpan.FromHours(2)),
            new DateTimeOffset(2026, 1, 1, 0, 0, 0, TimeSpan.Zero),
            DifferenceKind.Changed,
            "root: 2026-01-01T02:00:00.0000000+02:00 came back as 2026-01-01T00:00:00.0000000+00:00"
        },
        { "scale", 1.00m, 1.0m, DifferenceKind.Changed, "root: 1.00 came back as 1.0" },
        { "another type", 1, 1L, DifferenceKind.Changed, "root: an Int32 came back as an Int64" },
        { "base of what was given", new Derived { Own = 1 }, new Base(), DifferenceKind.Lost, "root: a Derived came back as a Base" },
        { "private field of a base class", new Derived(3), new Derived(), DifferenceKind.Lost, "_hidden: 3 came back as 0" },
        { "member of a list's own class", new TitledList { 1 }.With("a"), new TitledList { 1 }, DifferenceKind.Lost, "Title: \"a\" came back as null" },
        { "element of a list's own class", new TitledList { 1 }, new TitledList { 2 }, DifferenceKind.Changed, "[0]: 1 came back as 2" },
        {
            "key in another case",
            new Dictionary<string, int> { ["A"] = 1 },
            new Dictionary<string, int>(StringComparer.OrdinalIgnoreCase) { ["a"] = 1 },
            DifferenceKind.Lost,
            "[\"A\"]: an entry came back as none"
        },
        {
            "key of another kind",
            new Dictionary<DateTime, int> { [s_moment] = 1 },
            new Dictionary<DateTime, int> { [s_moment.ToLocalTime()] = 1 },
            DifferenceKind.Lost,
            "[2026-03-04T05:06:07.0000000Z (Utc)]: an entry came back as none"
        },
        { "key of another scale", new Dictionary<decimal, int> { [1.0m] = 1 }, new Dictionary<decimal, int> { [1m] = 1 }, DifferenceKind.Lost, "[1.0]: an entry came back as none" },
        { "key that is a negative zero", new Dictionary<double, int> { [-0.0] = 1 }, new Dictionary<double, int> { [0.0] = 1 }, DifferenceKind.Lost, "[-0]: an entry came back as none" },
        {
            "element of a set in another case",
            new HashSet<string> { "A" },
            new HashSet<string>(StringComparer.OrdinalIgnoreCase) { "a" },
            DifferenceKind.Lost,
            "[\"A\"]: an element came back as none"
        },
        { "one more", new HashSet<int> { 1 }, new HashSet<int> { 1, 2 }, DifferenceKind.Changed, "root: 1 elements came back as 2" },
        { "one less", new List<int> { 1, 2 }, new List<int> { 1 }, DifferenceKind.Lost, "root: 2 elements came back as 1" },
        { "transposed", new int[2, 3], new int[3, 2], DifferenceKind.Changed, "root: 2 elements came back as 3" },
        { "in two dimensions", new[,] { { 1, 2 }, { 3, 4 } }, new[,] { { 1, 2 }, { 3, 5 } }, DifferenceKind.Changed, "[3]: 4 came back as 5" },
        { "byte", new byte[] { 1, 2 }, new byte[] { 1, 3 }, DifferenceKind.Changed, "[1]: 2 came back as 3" },
        { "order of a queue", new Queue<int>([1, 2]), new Queue<int>([2, 1]), DifferenceKind.Changed, "[0]: 1 came back as 2" },
        { "order of a stack", new Stack<int>([1, 2]), new Stack<int>([2, 1]), DifferenceKind.Changed, "[0]: 2 came back as 1" },
        { "member of a structure", new KeyValuePair<int, string>(1, "a"), new KeyValuePair<int, string>(1, "b"), DifferenceKind.Changed, "value: \"a\" came back as \"b\"" },
        { "nullable", new int?[] { null, 1 }, new int?[] { 0, 1 }, DifferenceKind.Changed, "[0]: null came back as 0" },
        { "address", new Uri("http://a/b#c"), new Uri("http://a/b#d"), DifferenceKind.Changed, "root: http://a/b#c came back as http://a/b#d" },
        { "lone surrogate", "a\ud800", "a\ufffd", DifferenceKind.Changed, "root: \"a\\ud800\" came back as \"a\\ufffd\"" },
        { "reference that is no value type", new Version(1, 2), new Version(1, 3), DifferenceKind.Changed, "root: 1.2 came back as 1.3" },
    };

    [Theory]
    [MemberData(nameof(Equal))]
    public void WhatIsEqualHasNoDifference(string what, object? expected, object? actual)
    {
        Assert.True(DeepComparer.Compare(expected, actual) is null, what);
        Assert.True(DeepComparer.Compare(expected, actual, identity: true) is null, what);
    }

    [Theory]
    [MemberData(nameof(Unequal))]
    public void TheDifferenceIsNamed(string what, object? expected, object? actual, DifferenceKind kind, string text)
    {
        Difference? difference = DeepComparer.Compare(expected, actual);
        Assert.True(difference is not null, what);
        Assert.Equal((kind, text), (difference.Kind, difference.ToString()));
    }

    [Fact]
    public void ADeepListIsComparedWithoutItsDepthOnTheStack()
    {
        const int Depth = 100_000;
        Assert.Null(DeepComparer.Compare(Chain(Depth, 0), Chain(Depth, 0), identity: true));
        Difference? difference = DeepComparer.Compare(Chain(Depth, 1), Chain(Depth, 2));
        Assert.Equal("Next.Next.Next.Next.Next.Next.Next.Next…(99984 more)….Next.Next.Next.Next.Next.Next.Next.Number", difference?.Path);
    }

    [Fact]
    public void IdentityIsComparedWhenAskedFor()
    {
        Leaf one = new(1), other = new(1);
        Leaf[] shared = [one, one], own = [one, other];
        Leaf[] sharedAgain = [new(1), null!], ownAgain = [new(1), new(1)];
        sharedAgain[1] = sharedAgain[0];
        Assert.Null(DeepComparer.Compare(shared, ownAgain));
        Assert.Null(DeepComparer.Compare(shared, sharedAgain, identity: true));
        Assert.Null(DeepComparer.Compare(own, ownAgain, identity: true));
        Assert.Equal("[1]: an object that another place shares came back as an object of its own", DeepComparer.Compare(shared, ownAgain, identity: true)?.ToString());
        Assert.Equal("[1]: an object of its own came back as an object that another place shares", DeepComparer.Compare(own, sharedAgain, identity: true)?.ToString());
    }

    [Fact]
    public void EmptyArraysAreNobodysOwn()
    {
        byte[][] apart = [(byte[])Array.CreateInstance(typeof(byte), 0), (byte[])Array.CreateInstance(typeof(byte), 0)], same = [Array.Empty<byte>(), Array.Empty<byte>()];
        Assert.Null(DeepComparer.Compare(apart, same, identity: true));
        Assert.Null(DeepComparer.Compare(same, apart, identity: true));
        Assert.Null(DeepComparer.Compare(new object[] { Array.Empty<int>() }, new object[] { Array.Empty<int>() }, fresh: true));
    }

    [Theory]
    [InlineData(1, 1)]
    [InlineData(1, 2)]
    [InlineData(2, 3)]
    [InlineData(3, 2)]
    [InlineData(5, 7)]
    public void CyclesComeToAnEnd(int length, int other)
    {
        Assert.Null(DeepComparer.Compare(Cycle(length, 0), Cycle(other, 0)));
        Assert.Equal(length == other, DeepComparer.Compare(Cycle(length, 0), Cycle(other, 0), identity: true) is null);
    }

    [Fact]
    public void ACycleThatWasCutIsFound() => Assert.Equal("Next.Next: a Node came back as null", DeepComparer.Compare(Cycle(2, 0), Chain(2, 0))?.ToString());

    [Fact]
    public void ACycleBehindAnUnlikeLeadComesToAnEnd()
    {
        Node lead = new() { Next = Cycle(1, 0) }, longer = new() { Next = new Node { Next = Cycle(2, 0) } };
        Assert.Null(DeepComparer.Compare(lead, longer));
    }

    [Fact]
    public void DiamondsAreNotWalkedPathByPath()
    {
        Fork a = Diamonds(40), b = Diamonds(40);
        Assert.Null(DeepComparer.Compare(a, b));
        Assert.Null(DeepComparer.Compare(a, b, identity: true));
    }

    [Fact]
    public void WhatWasGivenIsNotWhatWasRead()
    {
        Named given = new() { Name = "a" };
        Assert.Null(DeepComparer.Compare(given, given));
        Assert.Equal("root: an object came back as the same object, not one that was read", DeepComparer.Compare(given, given, fresh: true)?.ToString());
        Assert.Null(DeepComparer.Compare(given, new Named { Name = given.Name }, fresh: true));
        Named[] inner = [given];
        Assert.Equal("[0]", DeepComparer.Compare(inner, new[] { given }, fresh: true)?.Path);
    }

    private static Queue<int> QueueAfter(int taken)
    {
        Queue<int> queue = new();
        for (int i = 0; i < taken; i++)
            queue.Enqueue(9);
        for (int i = 0; i < taken; i++)
            queue.Dequeue();
        queue.Enqueue(1);
        return queue;
    }

    private static Stack<int> Grown(Stack<int> stack)
    {
        stack.EnsureCapacity(100);
        return stack;
    }

    private static Node Chain(int length, int last)
    {
        Node node = new() { Number = last };
        for (int i = 1; i < length; i++)
            node = new Node { Next = node };
        return node;
    }

    private static Node Cycle(int length, int number)
    {
        Node last = new() { Number = number }, first = last;
        for (int i = 1; i < length; i++)
            first = new Node { Next = first, Number = number };
        last.Next = first;
        return first;
    }

    private static Fork Diamonds(int depth)
    {
        Fork fork = new();
        for (int i = 0; i < depth; i++)
            fork = new Fork { Left = fork, Right = fork };
        return fork;
    }

    private sealed class Named
    {
        public string? Name { get; init; }
    }

    private sealed class Leaf(int number)
    {
        public int Number { get; } = number;
    }

    private sealed class Node
    {
        public Node? Next { get; set; }

        public int Number { get; init; }
    }

    private sealed class Fork
    {
        public Fork? Left { get; init; }

        public Fork? Right { get; init; }
    }

    private sealed record Pair(int Number, string Text);

    [SuppressMessage("Performance", "CA1852", Justification = "it has a derived class")]
    private class Base(int hidden = 0)
    {
        private readonly int _hidden = hidden;

        public override string ToString() => $"{_hidden}";
    }

    private sealed class Derived(int hidden = 0) : Base(hidden)
    {
        public int Own { get; init; }
    }

    private sealed class TitledList : List<int>
    {
        public string? Title { get; private set; }

        public TitledList With(string title)
        {
            Title = title;
            return this;
        }
    }

    private sealed class Excluded
    {
        [NonSerialized]
        private int _cache;

        public int Kept { get; init; }

        public int Cache { get => _cache; init => _cache = value; }
    }
}
