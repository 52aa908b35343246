namespace Fathom.Query.Tags;

/// <summary>Which methods a tag stands for. Patterns know <c>*</c> and <c>?</c>, and ignore case.</summary>
/// <param name="Tag">The tag: a path such as <c>JSON/Read</c>.</param>
/// <param name="Module">The file of the method; null where the pattern is of the name as tables show it.</param>
/// <param name="Method">Its name: without the file and <c>!</c> before it where <paramref name="Module"/> is given.</param>
/// <param name="Priority">Of the frames of a stack those of the highest priority count; 0 without a word.</param>
public sealed record TagRule(string Tag, string? Module, string Method, int Priority)
{
    /// <summary>The pattern that means the methods of own code.</summary>
    public const string OwnCode = "own code";

    /// <summary>Whether it is of the methods of own code, whatever they are called.</summary>
    public bool IsOwn => Module is null && Method == OwnCode;

    /// <summary>The largest priority, and below zero the smallest.</summary>
    public const int MostPriority = 10_000;
}
