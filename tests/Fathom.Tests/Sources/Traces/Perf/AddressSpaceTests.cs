using Fathom.Sources.Traces.Perf;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Perf;

/// <summary>Mappings beside an array that has one entry for each address.</summary>
public sealed class AddressSpaceTests
{
    private const int Addresses = 200;

    [Fact]
    public void An_address_belongs_to_the_last_mapping_that_covered_it()
    {
        Random random = new(3);
        for (int run = 0; run < 300; run++)
        {
            AddressSpace space = new();
            CodeMapping?[] expected = new CodeMapping?[Addresses];
            for (int i = 0; i < 30; i++)
            {
                ulong start = (ulong)random.Next(Addresses), end = Math.Min(Addresses, start + (ulong)random.Next(0, 40));
                CodeMapping mapping = new(start, end, (ulong)random.Next(1000), new CodeImage(random.Next(4), CodeKind.Native, "", "", 0));
                int epoch = space.Epoch;
                bool covers = expected.Skip((int)start).Take((int)(end - start)).Any(one => one is not null);
                space.Add(mapping);
                Assert.True(covers || space.Epoch == epoch);
                for (ulong at = start; at < end; at++)
                    expected[at] = mapping;
            }

            for (ulong at = 0; at < Addresses; at++)
            {
                bool isThere = space.TryFind(at, out CodeMapping found);
                Assert.Equal(expected[at] is not null, isThere);
                if (expected[at] is { } mapping)
                    Assert.Equal((mapping.Image, mapping.PlaceOf(at)), (found.Image, found.PlaceOf(at)));
            }
        }
    }

    [Fact]
    public void The_same_mapping_again_changes_nothing_and_a_copy_goes_its_own_way()
    {
        CodeMapping mapping = new(100, 200, 0, new CodeImage(0, CodeKind.Native, "/lib/a.so", "", 0));
        AddressSpace space = new();
        space.Add(mapping);
        space.Add(mapping);
        AddressSpace child = space.Copy();
        space.Clear();

        Assert.Equal(1, space.Epoch);
        Assert.False(space.TryFind(150, out _));
        Assert.True(child.TryFind(150, out CodeMapping found));
        Assert.Equal(mapping, found);
    }
}
