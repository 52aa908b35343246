using Fathom.Model.Results;

namespace Fathom.Query.Judging;

/// <summary>How findings are written.</summary>
/// <param name="Show">Writes a value of a column for people.</param>
/// <param name="Join">Writes the words of a command as a shell takes them.</param>
public sealed record FindingWords(Func<Cell, ResultColumn, string> Show, Func<IEnumerable<string>, string> Join)
{
    /// <summary>How a command names the recording and the part of its time; none where it was made for this answer only.</summary>
    public IReadOnlyList<string> Subject { get; init; } = [];
}
