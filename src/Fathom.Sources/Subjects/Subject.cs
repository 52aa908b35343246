namespace Fathom.Sources.Subjects;

/// <summary>What a command is asked about.</summary>
/// <param name="Word">As the user wrote it.</param>
public abstract record Subject(string Word)
{
    /// <summary>One sentence about what else the word could have meant, or null.</summary>
    public string? Note { get; init; }
}
