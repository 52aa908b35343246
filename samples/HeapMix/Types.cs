namespace HeapMix;

// The types whose objects are counted. Sizes on 64 bit: header and method table 16 bytes, then the fields, 24 bytes at least.

internal sealed class Empty;

internal sealed class Point
{
    public int X { get; set; }
    public int Y { get; set; }
}

internal sealed class Node
{
    public object? Left { get; set; }
    public object? Right { get; set; }
    public long Value { get; set; }
}

internal class Shape
{
    public double Area { get; set; }
}

internal sealed class Circle : Shape
{
    public double Radius { get; set; }
    public object? Tag { get; set; }
}

internal sealed class Box<T>
{
    public T? Value { get; set; }
    public int Number { get; set; }
}

internal struct Cell
{
    public int Row { get; set; }
    public int Column { get; set; }
    public object? Content { get; set; }
}

internal sealed class Chunk
{
    public required object[] Items { get; init; }
}

internal struct PinnedCell
{
    public long Value { get; set; }
}
