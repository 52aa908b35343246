namespace Fathom.Formats.WindowsPdb.Names;

/// <summary>The name of a symbol.</summary>
/// <param name="Name">Its own name.</param>
internal sealed record OwnName(string Name)
{
    /// <summary>What it lies in; empty for nothing.</summary>
    public string Scope { get; init; } = "";

    /// <summary>Arguments of its template, in brackets; empty for none.</summary>
    public string Arguments { get; init; } = "";

    /// <summary>0 for a constructor, 1 for a destructor, which are called as their class; else a zero character.</summary>
    public char Structor { get; init; }

    /// <summary>Whether it turns an object into another type, which is its result.</summary>
    public bool IsConversion { get; init; }

    /// <summary>Name and what it lies in.</summary>
    public string Whole => Scope.Length > 0 ? $"{Scope}::{Name}" : Name;
}
