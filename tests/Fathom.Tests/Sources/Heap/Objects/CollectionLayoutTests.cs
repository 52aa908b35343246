using System.Diagnostics;
using System.Text.Json;
using Fathom.Sources.Heap.Objects;
using Fathom.Sources.Targets.Live;
using Fathom.TestSupport;
using Fathom.Tests.Sources.Targets.Dumps;
using Xunit;

namespace Fathom.Tests.Sources.Heap.Objects;

/// <summary>The collections of the sample Insides, which prints what they hold.</summary>
public sealed class CollectionLayoutTests
{
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(60);

    [Fact]
    public Task Every_collection_holds_what_the_sample_says() => WithShelf(AllAreTrue);

    [Theory]
    [Trait("Category", "Long")]
    [InlineData(8)]
    [InlineData(9)]
    public async Task So_it_is_in_other_versions(int major)
    {
        using PublishedSample published = new(major, isSingleFile: false, "Insides");
        using SampleProcess sample = SampleProcess.Start(new ProcessStartInfo(published.Program));
        Assert.Equal(major, Version.Parse(sample.Facts.GetProperty("version").GetString()!).Major);
        await WithShelf(sample, AllAreTrue);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public Task Hostile_values_end_in_a_sentence_or_a_bounded_list() => WithShelf(static (sample, shelf) =>
    {
        Random random = new(20_260);
        PatchedMemory memory = new(shelf.Memory);
        CollectionCatalog catalog = new(shelf.Heap, memory);
        int troubles = 0;
        foreach (JsonProperty field in sample.Facts.GetProperty("collections").EnumerateObject())
        {
            (ulong address, CollectionLayout known) = shelf.Find(field.Name);
            CollectionLayout layout = catalog.LayoutOf(shelf.Heap.GetObjectType(address)!.MethodTable)!;
            Assert.Equal(known.Kind, layout.Kind);
            Assert.Null(layout.TryRead(address, out CollectionFacts honest));
            for (int round = 0; round < 200; round++)
            {
                memory.Clear();
                for (int patches = random.Next(1, 4); patches > 0; patches--)
                    memory.Patch(PlaceIn(random, address, honest), Hostile(random, address, honest));
                List<CollectionEntry> entries = [];
                string? trouble = layout.List(address, 0, int.MaxValue, entries);
                troubles += trouble is null ? 0 : 1;
                Assert.True(entries.Count <= 100_000, $"{entries.Count} entries of {field.Name}");
                layout.TryRead(address, out CollectionFacts facts);
                Assert.True(facts.Backing.Shape is null || facts.Backing.AddressOf(facts.Backing.Length) <= shelf.Heap.GetSegmentByAddress(facts.Backing.Address)!.End);
            }
        }

        Assert.InRange(troubles, 500, 3_400);
    });

    private static void AllAreTrue(SampleProcess sample, ShelfLook shelf)
    {
        foreach (JsonProperty field in sample.Facts.GetProperty("collections").EnumerateObject())
        {
            (string kind, int count, int? capacity, string?[] keys, string?[] values) = ShelfLook.Truth(sample, field.Name);
            (string kind, int count, int capacity, string?[] keys, string?[] values) seen = shelf.Describe(field.Name);
            Assert.Equal((field.Name, kind, count, capacity ?? seen.capacity), (field.Name, seen.kind, seen.count, seen.capacity));
            Assert.Equal(keys, seen.keys);
            Assert.Equal(values, seen.values);
        }
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Collections_are_read_by_address_alone_too()
    {
        using SampleProcess sample = SampleProcess.Start("Insides");
        using TargetSession session = TargetSession.Open(sample.Pid);
        string[] names = [.. sample.Facts.GetProperty("collections").EnumerateObject().Select(static field => field.Name)];
        (ulong Address, ulong MethodTable)[] places = await session.InvokeStopped(
            target =>
            {
                ShelfLook shelf = new(target);
                return Array.ConvertAll(names, name => shelf.PlaceOf(name));
            },
            s_limit,
            TestContext.Current.CancellationToken);

        // Another stop has another runtime object, which has met none of the types.
        await session.InvokeStopped(
            target =>
            {
                CollectionCatalog catalog = new(target.Runtime.Heap, target.Memory);
                for (int i = 0; i < names.Length; i++)
                {
                    CollectionLayout layout = catalog.LayoutOf(places[i].MethodTable)!;
                    Assert.Equal((names[i], null), (names[i], layout.TryRead(places[i].Address, out CollectionFacts facts)));
                    Assert.Equal(ShelfLook.Truth(sample, names[i]).Count, facts.Count);
                    List<CollectionEntry> entries = [];
                    Assert.Null(layout.List(places[i].Address, 0, int.MaxValue, entries));
                    Assert.Equal(facts.Count, entries.Count);
                }

                return true;
            },
            s_limit,
            TestContext.Current.CancellationToken);
    }

    [Fact]
    public Task A_part_of_a_collection_is_the_same_part_of_all() => WithShelf(static (sample, shelf) =>
    {
        foreach (JsonProperty field in sample.Facts.GetProperty("collections").EnumerateObject())
        {
            (ulong address, CollectionLayout layout) = shelf.Find(field.Name);
            List<CollectionEntry> all = [];
            List<CollectionEntry> part = [];
            layout.List(address, 0, int.MaxValue, all);
            Assert.Null(layout.List(address, 2, 3, part));
            Assert.Equal(all.Skip(2).Take(3), part);
        }
    });

    [Fact]
    [Trait("Category", "Slow")]
    public Task The_chains_of_a_table_lead_through_each_element_once_and_the_free_list_through_the_rest() => WithShelf(static (_, shelf) =>
    {
        foreach (string field in (string[])["Ages", "Places", "Thinned", "Primes", "Words"])
        {
            (ulong address, CollectionLayout layout) = shelf.Find(field);
            Assert.Null(((HashTableLayout)layout).TryRead(address, out HashTableFacts table));
            HashSet<int> visited = [];
            for (int bucket = 0; bucket < table.Buckets.Length; bucket++)
            {
                for (int i = shelf.Int32(table.Buckets.AddressOf(bucket)) - 1; i >= 0; i = shelf.Int32(table.Entries.AddressOf(i) + (ulong)table.Shape!.Next))
                {
                    Assert.True(visited.Add(i));
                    Assert.Equal(bucket, (int)((uint)shelf.Int32(table.Entries.AddressOf(i) + (ulong)table.Shape!.HashCode) % (uint)table.Buckets.Length));
                }
            }

            Assert.Equal(table.Count, visited.Count);
            int free = table.FreeList;
            for (int n = 0; n < table.FreeCount; n++)
            {
                Assert.True(visited.Add(free));
                free = -3 - shelf.Int32(table.Entries.AddressOf(free) + (ulong)table.Shape!.Next);
            }

            Assert.Equal(table.UsedCount, visited.Count);
        }
    });

    [Theory]
    [InlineData("System.Collections.Generic.List<System.Int32>", "List")]
    [InlineData("System.Collections.Generic.List<System.Collections.Generic.List<System.Int32>>", "List")]
    [InlineData("System.Collections.Generic.Dictionary<System.String, System.Collections.Generic.List<System.Int32>>", "Dictionary")]
    [InlineData("System.Collections.Generic.Dictionary<System.String, System.Int32>+KeyCollection", null)]
    [InlineData("System.Collections.Generic.Dictionary<System.String, System.Int32>+Entry<System.String>", null)]
    [InlineData("System.Collections.Generic.Dictionary<System.String, System.Int32>[]", null)]
    [InlineData("System.Collections.Generic.List", null)]
    [InlineData("System.Collections.Generic.List<", null)]
    [InlineData("MyApp.List<System.Int32>", null)]
    [InlineData(null, null)]
    public void A_collection_is_known_by_its_whole_name(string? name, string? kind) => Assert.Equal(kind, CollectionCatalog.KindOf(name)?.ToString());

    // In the collection, or at the start of its backing array.
    private static ulong PlaceIn(Random random, ulong address, in CollectionFacts honest)
    {
        ulong start = honest.Backing.Shape is null || random.Next(2) == 0 ? address : honest.Backing.Address;
        return start + ((ulong)random.Next(0, 16) * sizeof(int));
    }

    private static ulong Hostile(Random random, ulong address, in CollectionFacts honest) => random.Next(7) switch
    {
        0 => 0,
        1 => ulong.MaxValue,
        2 => 0x7fff_ffff_7fff_ffff,
        3 => address,
        4 => honest.Backing.Address,
        5 => address + 8,
        _ => (ulong)random.NextInt64(),
    };

    private static async Task WithShelf(Action<SampleProcess, ShelfLook> look)
    {
        using SampleProcess sample = SampleProcess.Start("Insides");
        await WithShelf(sample, look);
    }

    private static async Task WithShelf(SampleProcess sample, Action<SampleProcess, ShelfLook> look)
    {
        using TargetSession session = TargetSession.Open(sample.Pid);
        await session.InvokeStopped(
            target =>
            {
                look(sample, new ShelfLook(target));
                return true;
            },
            s_limit,
            TestContext.Current.CancellationToken);
    }
}
