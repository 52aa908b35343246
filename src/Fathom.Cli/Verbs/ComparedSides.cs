using Fathom.Model.Statistics;

namespace Fathom.Cli.Verbs;

/// <summary>The recordings of both sides of a comparison, each one run or several.</summary>
/// <param name="A">Those before.</param>
/// <param name="B">Those after.</param>
internal sealed record ComparedSides(string[] A, string[] B)
{
    /// <summary>The word between the sides where a shell made several words of a pattern.</summary>
    public const string Between = "vs";

    /// <summary>The words of all.</summary>
    public string[] All => [.. A, .. B];

    /// <summary>Whether there are enough of each to tell a change from chance.</summary>
    public bool IsJudged => Math.Min(A.Length, B.Length) >= MeanDifference.FewestValues;

    /// <summary>Reads the words: A and B, which may be patterns, or several of each with <see cref="Between"/> in the middle.</summary>
    /// <exception cref="FathomException">No recording fits a pattern.</exception>
    public static ComparedSides Of(string[] words)
    {
        int at = Array.IndexOf(words, Between);
        return at >= 0 ? new(RecordingPaths.Of(words[..at], alsoTraces: true), RecordingPaths.Of(words[(at + 1)..], alsoTraces: true))
            : words.Length == 2 ? new(RecordingPaths.Of(words[..1], alsoTraces: true), RecordingPaths.Of(words[1..], alsoTraces: true))
            : new(words, []);
    }

    /// <summary>Refuses what has not two sides.</summary>
    /// <param name="title">The verb with its view.</param>
    /// <exception cref="FathomException">One is missing, or nothing tells which is which (<see cref="ExitCode.Usage"/>).</exception>
    public void Check(string title)
    {
        if (A.Length > 0 && B.Length > 0)
            return;
        string next = $"fathom {title} before.fathom after.fathom";
        throw A.Length + B.Length < 2
            ? FathomException.Usage($"'fathom {title}' compares two recordings.", next)
            : FathomException.Usage(
                $"'fathom {title}' compares two sides, and nothing tells where the second begins.",
                $"write '{Between}' between them: fathom {title} before-*.fathom {Between} after-*.fathom");
    }
}
