namespace Insides;

/// <summary>A list by inheritance, with fields of its own whose names are those of the base class.</summary>
internal sealed class Catalogue : List<int>
{
    public readonly string? _items = "not the items";
    public readonly int _size = -1;
}
