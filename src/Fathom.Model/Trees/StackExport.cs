namespace Fathom.Model.Trees;

/// <summary>Stacks that an answer is made of, for formats that other tools read. Its rows name them in <see cref="IdColumn"/>.</summary>
/// <param name="Profile">The stacks.</param>
/// <param name="Title">What they are of: "CPU time in slow.fathom".</param>
/// <param name="IsBytes">Whether weights are bytes, and not nanoseconds.</param>
public sealed record StackExport(StackProfile Profile, string Title, bool IsBytes)
{
    /// <summary>The column with the position of a row's stack in the profile.</summary>
    public const string IdColumn = "id";

    /// <summary>What the samples are, counted: "samples" or "waits".</summary>
    public string CountName { get; init; } = "samples";

    /// <summary>How long what they were measured in is; 0 where that is not known.</summary>
    public long DurationNs { get; init; }

    /// <summary>When they were measured; null where the format does not ask for it.</summary>
    public IStackTimes? Times { get; init; }

    /// <summary>Whether any stack tells a weight; where none does, samples are counted.</summary>
    public bool HasWeight { get; } = Profile.Stacks.Any(static stack => stack.HasWeight);

    /// <summary>
    /// Whole weights of some stacks, in their order. Each is rounded together with all before it, so that their sum is that of the weights.
    /// </summary>
    /// <param name="stacks">Positions of the stacks.</param>
    public IEnumerable<(StackWeight Stack, long Weight)> Weights(IEnumerable<int> stacks)
    {
        double sum = 0;
        long told = 0;
        foreach (int at in stacks)
        {
            StackWeight stack = Profile.Stacks[at];
            sum += HasWeight ? stack.Weight : stack.Count;
            long weight = (long)Math.Round(sum) - told;
            told += weight;
            yield return (stack, weight);
        }
    }
}
