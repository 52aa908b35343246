namespace Fathom.Sources.Surroundings.Facts;

/// <summary>What is told of the changes of a machine during a recording.</summary>
public static class FactChanges
{
    /// <summary>Stands in place of the value of a fact that is not there any more.</summary>
    public const string Gone = "it no longer exists";

    private const string Begin = "the machine changed during the recording: ";

    /// <summary>A sentence for each fact that was another one at the end, and for each that was another one for a while.</summary>
    /// <param name="ends">What is different between begin and end.</param>
    /// <param name="between">What was found to change in between.</param>
    public static IEnumerable<string> Sentences(IReadOnlyList<FactChange> ends, IReadOnlyList<FactChange> between)
    {
        HashSet<(string, string?, string)> told = [.. ends.Select(static change => change.Later.Key)];
        foreach (FactChange change in ends)
            yield return $"{Begin}{change}";
        foreach (FactChange change in between.Where(change => told.Add(change.Later.Key)))
            yield return $"{Begin}{change}; at the end it was as at the beginning";
    }
}
