using Fathom.Model.Patterns;
using Xunit;

namespace Fathom.Tests.Model.Patterns;

public sealed class CSharpNameTests
{
    [Theory]
    [InlineData("System.String", "string")]
    [InlineData("System.Byte[]", "byte[]")]
    [InlineData("System.Int32[,,][]", "int[,,][]")]
    [InlineData("System.Char*", "char*")]
    [InlineData("MyApp.Order", "Order")]
    [InlineData("Order", "Order")]
    [InlineData("System.Collections.Generic.Dictionary<System.Int32, MyApp.Order>[]", "Dictionary<int, Order>[]")]
    [InlineData("System.Collections.Generic.Dictionary<System.Int32,MyApp.Order>", "Dictionary<int, Order>")]
    [InlineData("System.Collections.Generic.Dictionary<System.Int32, System.Diagnostics.Tracing.EventSource+EventMetadata>+Entry[]", "Dictionary<int, EventSource.EventMetadata>.Entry[]")]
    [InlineData("System.Collections.Generic.List<System.Collections.Generic.List<System.String[]>>", "List<List<string[]>>")]
    [InlineData("System.Nullable<System.Int64>", "long?")]
    [InlineData("System.Nullable<System.Int64>[]", "long?[]")]
    [InlineData("System.Collections.Generic.List<System.Nullable<MyApp.Id>>", "List<Id?>")]
    [InlineData("MyApp.Outer+Inner", "Outer.Inner")]
    [InlineData("MyApp.Program+<Main>d__0", "Program.<Main>d__0")]
    [InlineData("MyApp.Repo+<LoadAsync>d__3<System.Int32>", "Repo.<LoadAsync>d__3<int>")]
    [InlineData("MyApp.Program+<>c__DisplayClass3_0", "Program.<>c__DisplayClass3_0")]
    [InlineData("<PrivateImplementationDetails>+__StaticArrayInitTypeSize=16", "<PrivateImplementationDetails>.__StaticArrayInitTypeSize=16")]
    [InlineData("System.Collections.Generic.List`1[System.String]", "List<string>")]
    [InlineData("System.Collections.Generic.Dictionary`2[[System.Int32, System.Private.CoreLib, Version=10.0.0.0],[MyApp.Order, MyApp]]", "Dictionary<int, Order>")]
    [InlineData("System.Collections.Generic.List`1", "List")]
    [InlineData("System.Collections.Generic.List`1[]", "List[]")]
    [InlineData("System.Collections.Generic.Dictionary<,>", "Dictionary<,>")]
    [InlineData("種類.クラス", "クラス")]
    public void A_type_is_written_as_in_CSharp_without_namespaces(string type, string expected) => Assert.Equal(expected, CSharpName.Short(type));

    [Theory]
    [InlineData("System.Collections.Generic.Dictionary<System.Int32, MyApp.Order>+Entry[]", "System.Collections.Generic.Dictionary<int, MyApp.Order>.Entry[]")]
    [InlineData("System.Nullable<MyApp.Id>", "MyApp.Id?")]
    [InlineData("MyApp.Outer+Inner", "MyApp.Outer.Inner")]
    [InlineData("System.String", "string")]
    public void Namespaces_can_stay(string type, string expected) => Assert.Equal(expected, CSharpName.Full(type));

    [Theory]
    [InlineData("")]
    [InlineData("managed heap, free")]
    [InlineData("one System.String")]
    [InlineData("List<System.String")]
    [InlineData("List<System.String>>")]
    [InlineData("A..B")]
    [InlineData("A.")]
    [InlineData("+")]
    [InlineData("List`1[[System.String")]
    [InlineData("<Main")]
    [InlineData("A[")]
    [InlineData("A[,")]
    [InlineData("a, b")]
    public void What_is_no_name_of_a_type_stays_as_it_is(string text)
    {
        Assert.Equal(text, CSharpName.Short(text));
        Assert.Equal(text, CSharpName.Full(text));
    }

    [Fact]
    public void Deep_nesting_ends()
    {
        string deep = string.Concat(Enumerable.Repeat("A<", 10_000)) + "B" + new string('>', 10_000);

        Assert.Equal(deep, CSharpName.Short(deep));
    }

    [Fact]
    public void Random_text_gives_a_text()
    {
        const string letters = "Ab.+<>[](),`*& 12";
        Random random = new(16);
        for (int i = 0; i < 20_000; i++)
        {
            string text = new([.. Enumerable.Range(0, random.Next(12)).Select(_ => letters[random.Next(letters.Length)])]);
            Assert.NotNull(CSharpName.Short(text));
        }
    }
}
