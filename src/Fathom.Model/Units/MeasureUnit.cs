using Fathom.Model.Results;

namespace Fathom.Model.Units;

/// <summary>A unit that a user may write behind a number, and that tables may show.</summary>
/// <param name="Name">As it is written and shown; read without regard to case.</param>
/// <param name="Measures">What it is a unit of.</param>
/// <param name="Factor">How many base units (bytes, nanoseconds) one of it holds.</param>
public sealed record MeasureUnit(string Name, ColumnUnit Measures, long Factor)
{
    /// <summary>Every unit; those of one measure from small to large.</summary>
    public static IReadOnlyList<MeasureUnit> All { get; } =
    [
        new("ns", ColumnUnit.Nanoseconds, 1),
        new("us", ColumnUnit.Nanoseconds, 1_000),
        new("ms", ColumnUnit.Nanoseconds, 1_000_000),
        new("s", ColumnUnit.Nanoseconds, 1_000_000_000),
        new("min", ColumnUnit.Nanoseconds, 60_000_000_000),
        new("h", ColumnUnit.Nanoseconds, 3_600_000_000_000),
        new("B", ColumnUnit.Bytes, 1),
        new("KB", ColumnUnit.Bytes, 1_000),
        new("KiB", ColumnUnit.Bytes, 1L << 10),
        new("MB", ColumnUnit.Bytes, 1_000_000),
        new("MiB", ColumnUnit.Bytes, 1L << 20),
        new("GB", ColumnUnit.Bytes, 1_000_000_000),
        new("GiB", ColumnUnit.Bytes, 1L << 30),
    ];

    /// <summary>The unit of a name, or null.</summary>
    public static MeasureUnit? Find(ReadOnlySpan<char> name)
    {
        foreach (MeasureUnit unit in All)
        {
            if (name.Equals(unit.Name, StringComparison.OrdinalIgnoreCase))
                return unit;
        }

        return null;
    }
}
