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
        Assert.NotNull(KernelSymbols.Read(new StringReader(List), 0xFFFF_FFFF_8100_0000));
        Assert.Null(KernelSymbols.Read(new StringReader(List), 0xFFFF_FFFF_8200_0000));
    }

    [Fact]
    public void Functions_reach_to_the_next_and_data_and_hidden_addresses_are_none()
    {
        KernelSymbols symbols = KernelSymbols.Read(new StringReader(List))!;

        Assert.Equal((3, 0xFFFF_FFFF_8100_0000), (symbols.Count, symbols.Text));
        Assert.Equal(("first", 0x3FUL), symbols.Find(0xFFFF_FFFF_8100_003F));
        Assert.Equal(("inner", 0UL), symbols.Find(0xFFFF_FFFF_8100_0040));
        Assert.Equal(("of_module", 5UL), symbols.Find(0xFFFF_FFFF_C000_0005));
        Assert.Null(symbols.Find(0x1000));
    }
}
