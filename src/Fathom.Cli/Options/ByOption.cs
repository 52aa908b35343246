using System.CommandLine;

namespace Fathom.Cli.Options;

/// <summary><c>--by</c> of a verb with two kinds of rows.</summary>
/// <param name="usual">The rows without the option.</param>
/// <param name="other">The other rows.</param>
/// <param name="description">What both are, for the help.</param>
internal sealed class ByOption(string usual, string other, string description)
{
    /// <summary>The option, to be added to the verb.</summary>
    public Option<string?> Option { get; } = OptionCatalog.Value("--by", $"{usual}|{other}", description);

    /// <summary>Whether the other rows are asked for.</summary>
    /// <exception cref="FathomException">The word is none of both (<see cref="ExitCode.Usage"/>).</exception>
    public bool AsksOther(ParseResult parsed)
    {
        string by = parsed.GetValue(Option) ?? usual;
        return by == other || (by == usual ? false : throw FathomException.Usage(
            $"'{by}' in '{Option.Name} {by}' is neither {usual} nor {other}.", $"write {Option.Name} {usual} or {Option.Name} {other}"));
    }
}
