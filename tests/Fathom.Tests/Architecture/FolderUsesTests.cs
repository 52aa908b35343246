using Xunit;

namespace Fathom.Tests.Architecture;

/// <summary>What counts as a use of a folder, and what as a circle.</summary>
public sealed class FolderUsesTests
{
    private static readonly SourceFile s_apple = new("Fruit", "Apple.cs", "namespace P.Fruit; public class Apple { public static int Count; public class Core { } }");

    [Theory]
    [InlineData("using P.Fruit; namespace P.Box; class Box { Apple? _one; }")]
    [InlineData("using P.Fruit; namespace P.Box; class Box { int Of() => Apple.Count; }")]
    [InlineData("using P.Fruit; namespace P.Box; class Box { List<Apple> Apples => []; }")]
    [InlineData("using P.Fruit; namespace P.Box; class Box { bool Is(object it) => it is Apple; }")]
    [InlineData("using P.Fruit; namespace P.Box; class Box { string Name => $\"{nameof(Apple)}\"; }")]
    [InlineData("using P.Fruit; namespace P.Box; class Box { Apple Apple => new(); }")]
    [InlineData("namespace P.Box; class Box { int Of() => Fruit.Apple.Count; }")]
    [InlineData("namespace P.Box; class Box { P.Fruit.Apple? _one; }")]
    [InlineData("using static P.Fruit.Apple; namespace P.Box; class Box { int Of() => Count; }")]
    [InlineData("using A = P.Fruit.Apple; namespace P.Box; class Box { A? _one; }")]
    public void A_type_that_is_used_leads_to_its_folder(string text) =>
        Assert.Equal([new FolderUse("Box", "Fruit", "Apple", "Box.cs")], FolderUses.Of([s_apple, new SourceFile("Box", "Box.cs", text)]));

    [Theory]
    [InlineData("using P.Fruit; namespace P.Box; /// <summary><see cref=\"Apple\"/></summary>\nclass Box { // Apple\n }")]
    [InlineData("using P.Fruit; namespace P.Box; class Box { string Of() => \"Apple.Count\"; }")]
    [InlineData("using P.Fruit; namespace P.Box; class Box { List<int> Apple => []; int Of() => Apple.Count; }")]
    [InlineData("using P.Fruit; namespace P.Box; class Box { int Of(Tray tray) => tray.Apple; }")]
    [InlineData("using P.Fruit; namespace P.Box; class Box { object Of() => new Tray { Apple = 1 } is { Apple: 2 }; }")]
    [InlineData("using P.Fruit; namespace P.Box; class Box { class Apple { } Apple? _one; }")]
    [InlineData("using P.Fruit; namespace P.Box; enum Box { Apple, Pear }")]
    [InlineData("namespace P.Box; class Box { Apple? _one; }")]
    public void A_name_that_is_no_type_of_another_folder_leads_nowhere(string text) =>
        Assert.Empty(FolderUses.Of([s_apple, new SourceFile("Box", "Box.cs", text)]));

    [Fact]
    public void An_attribute_and_an_extension_method_are_used_without_their_whole_name()
    {
        SourceFile ripe = new("Marks", "RipeAttribute.cs", "namespace P.Marks; class RipeAttribute : Attribute { }");
        SourceFile wash = new("Care", "Washing.cs", "namespace P.Care; static class Washing { public static int Wash(this int it) => it; }");
        SourceFile box = new("Box", "Box.cs", "using P.Care; using P.Marks; namespace P.Box; [Ripe] class Box { int Of(int it) => it.Wash(); }");

        Assert.Equal(["Marks", "Care"], FolderUses.Of([ripe, wash, box]).Select(static use => use.To));
    }

    [Fact]
    public void A_circle_is_told_once_with_its_types()
    {
        FolderUse[] uses = [new("A", "B", "OfB", "InA.cs"), new("B", "C", "OfC", "InB.cs"), new("C", "A", "OfA", "InC.cs"), new("D", "A", "OfA", "InD.cs")];

        Assert.Equal(["A uses OfB of B in InA.cs; B uses OfC of C in InB.cs; C uses OfA of A in InC.cs"], FolderCircles.In(uses));
        Assert.Empty(FolderCircles.In(uses[1..]));
    }

    [Fact]
    public void A_circle_does_not_hide_below_two_folders() =>
        Assert.Equal(
            ["A uses OfB of B in InA.cs; B uses OfA of A in InB.cs"],
            FolderCircles.In([new("A/Low", "B/Low", "OfB", "InA.cs"), new("B/High", "A/High", "OfA", "InB.cs")]));

    [Fact]
    public void A_folder_and_one_inside_of_it_make_a_circle() =>
        Assert.Equal(
            ["A/* uses OfLow of A/Low in InA.cs; A/Low uses OfA of A/* in InLow.cs"],
            FolderCircles.In([new("A", "A/Low", "OfLow", "InA.cs"), new("A/Low", "A", "OfA", "InLow.cs"), new("B", "A/Low", "OfLow", "InB.cs")]));
}
