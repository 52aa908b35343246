using System.CommandLine;
using Fathom.Cli.Options;

namespace Fathom.Cli.Sources;

/// <summary>The options about the columns that lead a CSV file for trends: <c>--time</c>, and the label <c>context</c> of the source's options.</summary>
internal sealed class MomentOptions
{
    private readonly Option<string?> _time = OptionCatalog.Time();
    private readonly SourceOptions _source;

    /// <summary>Adds <c>--time</c> to a command.</summary>
    /// <param name="command">The command.</param>
    /// <param name="source">Its options for sources, which hold the labels.</param>
    public MomentOptions(GroupedCommand command, SourceOptions source)
    {
        _source = source;
        command.AddGroup("Source").Add(_time);
    }

    /// <summary>What was given.</summary>
    /// <exception cref="Model.FathomException">A label or the time cannot be read.</exception>
    public GivenMoment Read(ParseResult parsed)
    {
        IReadOnlyDictionary<string, string> labels = _source.Labels(parsed);
        return new(parsed.GetValue(_time) is { } text ? UtcTime.Parse(_time.Name, text) : null, labels.GetValueOrDefault("context"));
    }
}
