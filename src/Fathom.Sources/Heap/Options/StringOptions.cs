namespace Fathom.Sources.Heap.Options;

/// <summary>How the strings of a heap are counted.</summary>
public sealed record StringOptions
{
    /// <summary>Different strings that are told apart unless the user says another number.</summary>
    public const int DefaultMaxDistinct = 1_000_000;

    /// <summary>The most that can be asked for.</summary>
    public const int LargestMaxDistinct = 20_000_000;

    /// <summary>All strings, as far as that can be asked for: for recordings that keep the heap itself.</summary>
    public static StringOptions All { get; } = new() { MaxDistinct = LargestMaxDistinct };

    /// <summary>
    /// Different strings that are told apart; those that come later are counted by length only, and reported as a loss. Each costs 48 bytes of memory, and
    /// up to 160 for its text.
    /// </summary>
    public int MaxDistinct { get; init; } = DefaultMaxDistinct;

    /// <summary>From this length on, the text of a string that exists once is kept too, in characters.</summary>
    public int LongLength { get; init; } = 512;
}
