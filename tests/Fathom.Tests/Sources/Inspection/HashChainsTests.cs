using System.Reflection;
using Fathom.Sources.Inspection;
using Xunit;

namespace Fathom.Tests.Sources.Inspection;

/// <summary>The check of bucket chains against real tables of this runtime, and against a plain walk with a set on thousands of broken ones.</summary>
public sealed class HashChainsTests
{
    private const BindingFlags Inside = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;

    [Fact]
    public void Tables_that_were_used_as_intended_are_sound()
    {
        Random random = new(1);
        for (int round = 0; round < 300; round++)
        {
            Dictionary<int, int> table = [];
            HashSet<string> set = [];
            for (int i = random.Next(400); i > 0; i--)
            {
                Change(table, random);
                Change(set, random);
            }

            Assert.Null(Check(table, "next"));
            Assert.Null(Check(set, "Next"));
        }
    }

    [Fact]
    public void A_cycle_is_told_with_its_bucket_and_the_entry_that_closes_it() =>
        Assert.Equal(new ChainFault(ChainFault.Cycle, 1, 2), Check([0, 1, 0], [1, 2, 0]));

    [Theory]
    [InlineData(new[] { 3 }, new[] { -1, -1 }, 0, -1)]
    [InlineData(new[] { -5 }, new[] { -1, -1 }, 0, -1)]
    [InlineData(new[] { 0, 1 }, new[] { 7, -1 }, 1, 0)]
    [InlineData(new[] { 0, 2 }, new[] { -2, 0 }, 1, 1)]
    public void A_link_to_nothing_in_use_is_told_with_the_place_that_has_it(int[] buckets, int[] links, int bucket, int entry) =>
        Assert.Equal(new ChainFault(ChainFault.OutOfRange, bucket, entry), Check(buckets, links));

    [Fact]
    public void Two_chains_that_meet_are_a_moment_of_every_insertion_and_no_fault() => Assert.Null(Check([1, 2], [1, -1]));

    [Fact]
    public void A_cycle_that_no_bucket_leads_to_holds_nobody() => Assert.Null(Check([1, 0], [-1, 2, 1]));

    [Fact]
    public void Random_damage_gives_the_same_answer_as_a_walk_that_remembers_everything()
    {
        Random random = new(2);
        int faults = 0;
        for (int round = 0; round < 20_000; round++)
        {
            int[] links = new int[random.Next(1, 24)];
            int[] buckets = new int[random.Next(1, 24)];
            Array.Fill(links, -1);
            Fill(buckets, links, random);
            for (int damage = random.Next(4); damage > 0; damage--)
                Damage(random.Next(2) == 0 ? buckets : links, links.Length, random);

            ChainFault? expected = Expected(buckets, links);

            Assert.Equal(expected, Check(buckets, links));
            faults += expected is null ? 0 : 1;
        }

        Assert.InRange(faults, 2_000, 18_000);
    }

    // A sound table: each entry hangs in one chain, and some are free.
    private static void Fill(int[] buckets, int[] links, Random random)
    {
        for (int entry = 0; entry < links.Length; entry++)
        {
            int bucket = random.Next(buckets.Length);
            if (random.Next(5) == 0)
            {
                links[entry] = -2 - random.Next(links.Length);
                continue;
            }

            links[entry] = buckets[bucket] - 1;
            buckets[bucket] = entry + 1;
        }
    }

    private static void Damage(int[] numbers, int range, Random random) =>
        numbers[random.Next(numbers.Length)] = random.Next(10) == 0 ? random.Next(int.MinValue, int.MaxValue) : random.Next(-4, range + 3);

    private static ChainFault? Expected(int[] buckets, int[] links)
    {
        // Entries of chains that were walked to their end; they are not walked again.
        HashSet<int> done = [];
        for (int bucket = 0; bucket < buckets.Length; bucket++)
        {
            HashSet<int> chain = [];
            int from = -1;
            for (int entry = unchecked(buckets[bucket] - 1); entry != -1 && !done.Contains(entry); from = entry, entry = links[entry])
            {
                if (entry < 0 || entry >= links.Length || links[entry] < -1)
                    return new ChainFault(ChainFault.OutOfRange, bucket, from);
                if (!chain.Add(entry))
                    return new ChainFault(ChainFault.Cycle, bucket, from);
            }

            done.UnionWith(chain);
        }

        return null;
    }

    private static void Change(Dictionary<int, int> table, Random random)
    {
        int key = random.Next(-50, 50);
        switch (random.Next(20))
        {
            case 0:
                table.Clear();
                break;
            case 1:
                table.TrimExcess();
                break;
            case < 12:
                table[key * 17] = key;
                break;
            default:
                table.Remove(key * 17);
                break;
        }
    }

    private static void Change(HashSet<string> set, Random random)
    {
        string key = $"{random.Next(100)}";
        _ = random.Next(3) == 0 ? set.Remove(key) : set.Add(key);
    }

    private static ChainFault? Check(object table, string link)
    {
        Type type = table.GetType();
        if (type.GetField("_buckets", Inside)!.GetValue(table) is not int[] buckets)
            return null;
        Array entries = (Array)type.GetField("_entries", Inside)!.GetValue(table)!;
        FieldInfo field = entries.GetType().GetElementType()!.GetField(link, Inside)!;
        int count = (int)type.GetField("_count", Inside)!.GetValue(table)!;
        return Check(buckets, [.. Enumerable.Range(0, count).Select(i => (int)field.GetValue(entries.GetValue(i))!)]);
    }

    private static ChainFault? Check(int[] buckets, int[] links) => HashChains.Check(buckets, links, new int[links.Length]);
}
