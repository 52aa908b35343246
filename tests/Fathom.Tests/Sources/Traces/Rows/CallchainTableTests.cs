using Fathom.Sources.Traces.Rows;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Rows;

/// <summary>Chains beside a plain dictionary.</summary>
public sealed class CallchainTableTests
{
    [Fact]
    public void Equal_chains_have_one_id_and_others_have_others()
    {
        Random random = new(1);
        CallchainTable<ulong> table = new();
        Dictionary<string, int> expected = [];
        for (int i = 0; i < 50_000; i++)
        {
            ulong[] chain = [.. Enumerable.Range(0, random.Next(0, 12)).Select(_ => (ulong)random.Next(4) << random.Next(60))];
            int id = table.Intern(chain);
            Assert.Equal(chain, table.Find(id).ToArray());
            if (!expected.TryAdd(string.Join(',', chain), id))
                Assert.Equal(expected[string.Join(',', chain)], id);
        }

        Assert.Equal(expected.Count, expected.Values.Distinct().Count());
        Assert.Equal(expected.Count - 1, table.Count);
        Assert.Equal(CallchainTable<ulong>.None, table.Intern([]));
    }

    [Fact]
    public void A_table_that_is_full_counts_what_found_no_room_and_keeps_what_it_has()
    {
        CallchainTable<ulong> table = new(mostAddresses: 5);
        Assert.Equal((1, CallchainTable<ulong>.Overflow, 2), (table.Intern([1, 2, 3]), table.Intern([4, 5, 6]), table.Intern([7, 8])));
        Assert.Equal((1, 1L, 2), (table.Intern([1, 2, 3]), table.Overflows, table.Count));
        Assert.True(table.Find(CallchainTable<ulong>.Overflow).IsEmpty);
    }

    [Fact]
    public void A_chain_that_is_known_costs_no_allocation()
    {
        CallchainTable<ulong> table = new();
        ulong[] chain = [1, 2, 3];
        table.Intern(chain);
        Assert.Equal(0, Allocated.Least(() =>
        {
            for (int i = 0; i < 1000; i++)
                table.Intern(chain);
        }));
    }
}
