using Fathom.Sources.Events;
using Fathom.Sources.Traces.Symbols;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Symbols;

/// <summary>Names of methods that several processes have.</summary>
public sealed class MethodNamesTests
{
    private readonly MethodNames _names = new();

    [Fact]
    public void A_name_is_that_of_type_and_method_and_kept_once()
    {
        string first = _names.Of(Code("Shop.Cart", "Add")), again = _names.Of(Code("Shop.Cart", "Add")), other = _names.Of(Code("Shop.Cart", "Remove"));

        Assert.Equal(("Shop.Cart.Add", "Shop.Cart.Remove", 2), (first, other, _names.Count));
        Assert.Same(first, again);
    }

    [Theory]
    [InlineData("", "stub", "stub")]
    [InlineData("", "", "")]
    [InlineData("T", "", "T.")]
    public void What_is_not_told_is_left_out(string type, string name, string expected)
    {
        Assert.Equal(expected, _names.Of(Code(type, name)));
        Assert.Equal(expected, Code(type, name).FullName);
    }

    [Fact]
    public void Long_names_are_whole()
    {
        string type = new('t', 5_000), name = new('n', 3_000);

        Assert.Equal($"{type}.{name}", _names.Of(Code(type, name)));
        Assert.Equal("A.B", _names.Of(Code("A", "B")));
    }

    private static MethodCode Code(string type, string name) => new(1, 2, 0x1000, 16, 0, type, name, "");
}
