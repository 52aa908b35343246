using System.Globalization;

namespace Fathom.Model.Results;

/// <summary>One value of a result. A default cell is null.</summary>
public readonly struct Cell : IEquatable<Cell>
{
    private readonly long _bits;
    private readonly string? _text;

    private Cell(CellKind kind, long bits, string? text)
    {
        Kind = kind;
        _bits = bits;
        _text = text;
    }

    /// <summary>What the cell holds.</summary>
    public CellKind Kind { get; }

    /// <summary>Whether there is no value.</summary>
    public bool IsNull => Kind == CellKind.Null;

    /// <summary>The number of an integer cell.</summary>
    public long Integer => Kind == CellKind.Integer ? _bits : throw Wrong(CellKind.Integer);

    /// <summary>The number of an integer or real cell.</summary>
    public double Number => Kind switch
    {
        CellKind.Integer => _bits,
        CellKind.Real => BitConverter.Int64BitsToDouble(_bits),
        _ => throw Wrong(CellKind.Real),
    };

    /// <summary>The value of a boolean cell.</summary>
    public bool Boolean => Kind == CellKind.Boolean ? _bits != 0 : throw Wrong(CellKind.Boolean);

    /// <summary>The text of a text cell.</summary>
    public string Text => Kind == CellKind.Text ? _text! : throw Wrong(CellKind.Text);

    /// <summary>A cell with a number.</summary>
    public static Cell Of(long value) => new(CellKind.Integer, value, null);

    /// <summary>A cell with a number, or an empty one.</summary>
    public static Cell Of(long? value) => value is { } v ? Of(v) : default;

    /// <summary>A cell with a double.</summary>
    public static Cell Of(double value) => new(CellKind.Real, BitConverter.DoubleToInt64Bits(value), null);

    /// <summary>A cell with a truth value.</summary>
    public static Cell Of(bool value) => new(CellKind.Boolean, value ? 1 : 0, null);

    /// <summary>A cell with a text; null makes it empty.</summary>
    public static Cell Of(string? value) => value is null ? default : new(CellKind.Text, 0, value);

    /// <inheritdoc/>
    public bool Equals(Cell other) => Kind == other.Kind && _bits == other._bits && _text == other._text;

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is Cell other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(Kind, _bits, _text);

    /// <summary>The value as CSV writes it: invariant, no unit, empty for null.</summary>
    public override string ToString() => Kind switch
    {
        CellKind.Null => "",
        CellKind.Integer => _bits.ToString(CultureInfo.InvariantCulture),
        CellKind.Real => BitConverter.Int64BitsToDouble(_bits).ToString("R", CultureInfo.InvariantCulture),
        CellKind.Boolean => _bits != 0 ? "true" : "false",
        _ => _text!,
    };

    /// <summary>Same kind and same value.</summary>
    public static bool operator ==(Cell left, Cell right) => left.Equals(right);

    /// <summary>Another kind or another value.</summary>
    public static bool operator !=(Cell left, Cell right) => !left.Equals(right);

    private InvalidOperationException Wrong(CellKind asked) => new($"The cell holds {Kind}, not {asked}.");
}
