namespace Fathom.Query.Why;

/// <summary>A rule: what a part of the time of threads is called, what is said of it, and which verb leads further.</summary>
/// <param name="Part">The part of <c>why/parts</c>.</param>
/// <param name="Kind">The kind of wait; null for all kinds of the part that no other rule has.</param>
/// <param name="Title">What the table calls it.</param>
/// <param name="Does">What a sentence says of the threads, in the third person: "it waits for a lock".</param>
/// <param name="Verb">The verb that leads further.</param>
public sealed record Cause(string Part, string? Kind, string Title, string Does, string Verb)
{
    /// <summary>Causes of one group stand together, and the sentence above the table is about their sum.</summary>
    public string Group { get; init; } = Title;

    /// <summary>How a sentence names the method of it: "in" it, or "for the lock in" it.</summary>
    public string Where { get; init; } = "in";

    /// <summary>Options of the verb behind the recording; <c>{0}</c> is the method.</summary>
    public string? Options { get; init; }

    /// <summary>Whether rows of several methods are told apart.</summary>
    public bool HasMethod { get; init; } = true;
}
