namespace Fathom.Model.Results;

/// <summary>The kind of value that a cell holds.</summary>
public enum CellKind : byte
{
    /// <summary>No value.</summary>
    Null,

    /// <summary>A signed 64-bit number.</summary>
    Integer,

    /// <summary>A double.</summary>
    Real,

    /// <summary>True or false.</summary>
    Boolean,

    /// <summary>A text.</summary>
    Text,
}
