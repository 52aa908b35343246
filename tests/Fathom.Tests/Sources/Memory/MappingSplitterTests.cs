using Fathom.Sources.Memory;
using Fathom.Sources.Targets.Reading;
using Xunit;

namespace Fathom.Tests.Sources.Memory;

public sealed class MappingSplitterTests
{
    private const ulong Page = 4096;

    [Fact]
    public void The_pieces_of_a_mapping_cover_it_and_add_up_to_its_sums()
    {
        Random random = new(2);
        for (int round = 0; round < 2_000; round++)
        {
            Mapping mapping = new()
            {
                Start = 100 * Page,
                End = 140 * Page,
                Permissions = "rw-p",
                Path = "",
                RssBytes = random.Next(40) * (long)Page,
                PssBytes = random.Next(40_000),
                PrivateBytes = random.Next(40) * (long)Page,
                SwapBytes = random.Next(2) * random.Next(10) * (long)Page,
            };
            ClaimMap claims = new();
            for (int claim = 0; claim < random.Next(6); claim++)
            {
                ulong start = (ulong)random.Next(90, 140) * Page;
                claims.Add(new AddressClaim(new AddressRange(start, start + ((ulong)random.Next(1, 20) * Page)), MemoryCategories.Malloc, $"{claim}"));
            }

            // A page map of another moment: any numbers may be in it.
            MappingSplitter splitter = new(claims, range => (random.Next(3) * range.Length, random.Next(3) * range.Length));
            List<MemoryPiece> pieces = splitter.Split(mapping, MemoryCategories.NotExplained, null);

            Assert.Equal(mapping.Start, pieces[0].Range.Start);
            Assert.Equal(mapping.End, pieces[^1].Range.End);
            Assert.All(pieces.Zip(pieces.Skip(1)), pair => Assert.Equal(pair.First.Range.End, pair.Second.Range.Start));
            Assert.All(pieces, piece => Assert.True(piece is { RssBytes: >= 0, PssBytes: >= 0, PrivateBytes: >= 0, SwapBytes: >= 0 }));
            Assert.Equal(
                (mapping.RssBytes, mapping.PssBytes, mapping.PrivateBytes, mapping.SwapBytes),
                (pieces.Sum(p => p.RssBytes), pieces.Sum(p => p.PssBytes), pieces.Sum(p => p.PrivateBytes), pieces.Sum(p => p.SwapBytes)));
        }
    }

    [Fact]
    public void A_claimed_part_gets_the_resident_bytes_of_its_pages()
    {
        Mapping mapping = new() { Start = 0x10000, End = 0x20000, Permissions = "rw-p", Path = "", RssBytes = 6 * (long)Page, PssBytes = 6 * (long)Page };
        ClaimMap claims = new();
        claims.Add(new AddressClaim(new AddressRange(0x14000, 0x18000), MemoryCategories.ThreadStacks, "t"));

        List<MemoryPiece> pieces = new MappingSplitter(claims, range => (range.Start == 0x14000 ? 4 * (long)Page : range.Start == 0x18000 ? 2 * (long)Page : 0, 0))
            .Split(mapping, MemoryCategories.NotExplained, null);

        Assert.Equal(
            [(MemoryCategories.NotExplained, 0L), (MemoryCategories.ThreadStacks, 4 * (long)Page), (MemoryCategories.NotExplained, 2 * (long)Page)],
            pieces.Select(piece => (piece.Category, piece.RssBytes)));
    }
}
