using Fathom.Sources.Traces.Universal;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Universal;

/// <summary>Which mapping an address has at a time, beside one byte after the other.</summary>
public sealed class MappedCodeTests
{
    [Fact]
    public void Each_address_has_the_mapping_that_was_told_last_before_its_epoch_ended()
    {
        Random random = new(11);
        MappedCode code = new();
        (string Path, ulong Place)?[] bytes = new (string, ulong)?[300];
        Dictionary<int, (string Path, ulong Place)?[]> byEpoch = [];
        for (int i = 0; i < 120; i++)
        {
            ulong start = (ulong)random.Next(250), size = 1 + (ulong)random.Next(40), offset = (ulong)random.Next(3) * 100;
            string path = $"/lib/{random.Next(6)}.so";
            code.Add(new MachineMapping(start, start + size - 1, offset, CodeOrigin.Of(start, path, "", 7)), new SymbolRanges());
            for (ulong at = start; at < start + size; at++)
                bytes[at] = (path, offset + (at - start));
            byEpoch[code.Epoch] = [.. bytes];
        }

        Assert.True(byEpoch.Count > 50);
        foreach ((int epoch, (string Path, ulong Place)?[] then) in byEpoch)
        {
            for (ulong at = 0; at < (ulong)then.Length; at++)
            {
                if (then[at] is not var (path, place))
                    continue;
                (CodeOrigin origin, ulong found) = code.PlaceOf(at, epoch);
                Assert.Equal((epoch, at, path, place), (epoch, at, origin.Path, found));
            }
        }
    }

    [Fact]
    public void A_mapping_that_is_told_again_or_grows_is_the_same_code()
    {
        MappedCode code = new();
        CodeOrigin origin = CodeOrigin.Of(0x1000, "/a.so", "", 7);
        code.Add(new MachineMapping(0x1000, 0x1FFF, 0, origin), new SymbolRanges());
        code.Add(new MachineMapping(0x1000, 0x1FFF, 0, origin), new SymbolRanges());
        code.Add(new MachineMapping(0x1000, 0x3FFF, 0, origin), new SymbolRanges());

        Assert.Equal(0, code.Epoch);
        Assert.Equal((origin, 0x2800UL), code.PlaceOf(0x3800, 0));
    }

    [Fact]
    public void Mappings_beyond_the_limit_are_counted()
    {
        MappedCode code = new(most: 1);
        code.Add(new MachineMapping(0x1000, 0x1FFF, 0, CodeOrigin.Of(0x1000, "/a.so", "", 7)), new SymbolRanges());
        code.Add(new MachineMapping(0x3000, 0x3FFF, 0, CodeOrigin.Of(0x3000, "/b.so", "", 7)), new SymbolRanges());

        Assert.Equal(1, code.Overflows);
        Assert.Equal(CodeOrigin.Unknown, code.PlaceOf(0x3000, 0).Origin);
    }
}
