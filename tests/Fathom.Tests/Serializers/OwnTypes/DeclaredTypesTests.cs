using System.Text.Json.Serialization;
using Fathom.Serializers.Kit.OwnTypes;
using Xunit;

namespace Fathom.Tests.Serializers.OwnTypes;

/// <summary>What the declaration of the user's classes says of what serializers need.</summary>
public sealed class DeclaredTypesTests
{
    private static readonly DeclaredTypes s_types = DeclaredTypes.Of(typeof(Shelf));

    private interface IShape;

    [JsonDerivedType(typeof(Circle), "circle")]
    private abstract class Drawn;

    [Fact]
    public void Classes_behind_lists_maps_structures_and_base_classes_are_found() =>
        Assert.Equal("Shelf, BaseShelf, Line, Drawn, Place and 1 more", s_types.Lacking(static _ => false));

    [Fact]
    public void Framework_types_are_not_the_users_to_change() => Assert.Null(DeclaredTypes.Of(typeof(List<string>)).Lacking(static _ => false));

    [Fact]
    public void Attributes_are_found_by_name() => Assert.Equal("Shelf, BaseShelf, Drawn, Place, Price", s_types.Without("SerializableAttribute"));

    [Fact]
    public void A_structure_and_a_class_without_constructors_have_an_empty_one()
    {
        Assert.Equal("Line, Price", s_types.WithoutEmptyConstructor(isPublic: true));
        Assert.Equal("Line", s_types.WithoutEmptyConstructor(isPublic: false));
    }

    [Fact]
    public void Members_are_named_with_their_class()
    {
        Assert.Equal("Shelf.ById, BaseShelf.Read", s_types.Dictionaries());
        Assert.Equal("Shelf.Shape, Shelf.Shapes, Shelf.Drawn", s_types.Undetermined());
        Assert.Equal("Shelf.Shape, Shelf.Shapes", s_types.Undetermined("JsonDerivedTypeAttribute"));
        Assert.Equal("Shelf.Pair, Shelf.Pairs", s_types.Tuples());
        Assert.Equal("Shelf.Open", s_types.PublicFields());
        Assert.Null(s_types.PublicFields("ObsoleteAttribute"));
    }

    [Fact]
    public void Needs_become_one_text()
    {
        Assert.Equal("a; b", DeclaredTypes.Join("a", null, "b"));
        Assert.Null(DeclaredTypes.Join(null, null));
    }

    private sealed class Circle : Drawn;

    [Serializable]
    private sealed record Line(string Article);

    private struct Place
    {
        public Place(Price price) => Price = price;

        public Price Price { get; set; }
    }

    private class BaseShelf
    {
        public IReadOnlyDictionary<int, string>? Read { get; set; }
    }

    private sealed class Price
    {
        private Price()
        {
        }

        public static Price None { get; } = new();
    }

    private sealed class Shelf : BaseShelf
    {
        [Obsolete("an attribute")]
        public int Open = 1;

        public List<Line> Lines { get; set; } = [];

        public Dictionary<string, Line[]> ById { get; set; } = [];

        public IShape? Shape { get; set; }

        public List<IShape> Shapes { get; set; } = [];

        public List<Drawn> Drawn { get; set; } = [];

        public (int, string) Pair { get; set; }

        public List<(int, string)?> Pairs { get; set; } = [];

        public Tuple<int>? NoFields { get; set; }

        public Place? At { get; set; }

        public Shelf? Next { get; set; }

        public Func<int>? Ask { get; set; }
    }
}
