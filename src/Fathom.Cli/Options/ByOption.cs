using System.CommandLine;

namespace Fathom.Cli.Options;

/// <summary><c>--by</c> of a verb with several kinds of rows.</summary>
/// <param name="of">What is grouped, for a word that is none of the kinds.</param>
/// <param name="description">What they are, for the help.</param>
/// <param name="kinds">The word of each, with its query; the first are the rows without the option.</param>
internal sealed class ByOption(string of, string description, params (string Word, string Query)[] kinds)
{
    /// <summary>The option, to be added to the verb.</summary>
    public Option<string?> Option { get; } = OptionCatalog.Value("--by", string.Join('|', kinds.Select(static kind => kind.Word)), description);

    /// <summary>The word that is asked for; null for the usual rows.</summary>
    /// <exception cref="FathomException">It is none of these (<see cref="ExitCode.Usage"/>).</exception>
    public string? Other(ParseResult parsed) => Kind(parsed) is var kind && kind.Word != kinds[0].Word ? kind.Word : null;

    /// <summary>The query of the rows that are asked for.</summary>
    /// <exception cref="FathomException">The word is none of these (<see cref="ExitCode.Usage"/>).</exception>
    public string Query(ParseResult parsed) => Kind(parsed).Query;

    private (string Word, string Query) Kind(ParseResult parsed)
    {
        string by = parsed.GetValue(Option) ?? kinds[0].Word;
        int at = Array.FindIndex(kinds, kind => kind.Word == by);
        return at >= 0 ? kinds[at]
            : throw FathomException.Usage($"'{by}' in '{Option.Name} {by}' is not a grouping of {of}.", $"{Option.Name} {string.Join('|', kinds.Select(static kind => kind.Word))}");
    }
}
