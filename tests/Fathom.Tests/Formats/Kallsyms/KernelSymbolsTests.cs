using System.Globalization;
using System.Text;
using Fathom.Formats.Kallsyms;
using Xunit;

namespace Fathom.Tests.Formats.Kallsyms;

/// <summary>Symbols of a kernel.</summary>
public sealed class KernelSymbolsTests
{
    private const string List = "ffffffff81000000 T first\nffffffff81000000 T _text\nffffffff81000040 t inner\nffffffff81000020 D data\n0000000000000000 T hidden\n"
        + "ffffffffc0000000 t of_module\t[nf_tables]\nbad\n";

    [Fact]
    public void A_list_of_another_start_of_the_kernel_is_none()
    {
        Assert.NotNull(KernelSymbols.Read(Bytes(List), 0xFFFF_FFFF_8100_0000));
        Assert.Null(KernelSymbols.Read(Bytes(List), 0xFFFF_FFFF_8200_0000));
    }

    [Fact]
    public void Functions_reach_to_the_next_and_data_and_hidden_addresses_are_none()
    {
        KernelSymbols symbols = KernelSymbols.Read(Bytes(List))!;

        Assert.Equal((3, 0xFFFF_FFFF_8100_0000), (symbols.Count, symbols.Text));
        Assert.Equal(("first", 0x3FUL), symbols.Find(0xFFFF_FFFF_8100_003F));
        Assert.Equal(("inner", 0UL), symbols.Find(0xFFFF_FFFF_8100_0040));
        Assert.Equal(("of_module", 5UL), symbols.Find(0xFFFF_FFFF_C000_0005));
        Assert.Null(symbols.Find(0x1000));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void Every_address_has_the_name_that_a_search_line_by_line_finds(int seed)
    {
        Random random = new(seed);
        (ulong Start, string Name)[] all = [.. Enumerable.Range(0, 5_000).Select(i => (0xFFFF_FFFF_8100_0000 + (ulong)(random.Next(3_000) * 16), $"f{i}{new string('x', random.Next(90))}"))];
        StringBuilder list = new("ffffffff81000000 T _text\n");
        foreach ((ulong start, string name) in all)
            list.Append(CultureInfo.InvariantCulture, $"{start:x16} {"tTwWdb"[random.Next(6)]} {name}{(random.Next(3) == 0 ? "\t[module]" : "")}\n");
        (ulong Start, string Name)[] functions =
        [
            .. list.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(static line => line.Split(' ', '\t')).Where(static line => "tTwW".Contains(line[1], StringComparison.Ordinal))
                .Select(static line => (ulong.Parse(line[0], NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture), line[2])),
        ];

        KernelSymbols symbols = KernelSymbols.Read(new Pieces(Encoding.UTF8.GetBytes(list.ToString().TrimEnd('\n')), random), 0xFFFF_FFFF_8100_0000)!;

        Assert.Equal(functions.DistinctBy(static one => one.Start).Count(), symbols.Count);
        for (int i = 0; i < 2_000; i++)
        {
            ulong address = 0xFFFF_FFFF_8100_0000 + (ulong)random.Next(50_000);
            (ulong start, string name) = functions.Where(one => one.Start <= address).MaxBy(static one => one.Start);
            Assert.Equal((name, address - start), symbols.Find(address));
        }
    }

    private static MemoryStream Bytes(string text) => new(Encoding.UTF8.GetBytes(text));

    // As the kernel does, it gives less than what it was asked for.
    private sealed class Pieces(byte[] content, Random random) : MemoryStream(content)
    {
        public override int Read(Span<byte> buffer) => base.Read(buffer[..Math.Min(buffer.Length, random.Next(1, 5_000))]);
    }
}
