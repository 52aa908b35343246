namespace Fathom.Model.Trees;

/// <summary>A method on stacks.</summary>
/// <param name="Name">Its name; null for what is no method.</param>
/// <param name="Module">File name of its module, or null.</param>
/// <param name="Origin">Whose code: own, library, framework, native, kernel; null where that is not known.</param>
/// <param name="Kind">What it is.</param>
public sealed record TreeMethod(string? Name, string? Module, string? Origin, TreeFrameKind Kind = TreeFrameKind.Method)
{
    /// <summary>Its name in the source: without type arguments, and for what the compiler made of a method that one.</summary>
    public string? Written { get; init; } = Name;

    /// <summary>Whether it is code of the program.</summary>
    public bool IsOwn => Origin == "own";
}
