using System.CommandLine;
using Fathom.Cli.Options;
using Fathom.Cli.Verbs;
using Fathom.Query.Sessions;
using Fathom.Query.Tags;

namespace Fathom.Cli.Commands.Time;

/// <summary>The options of a verb with stacks about their tags: <c>--tag</c> and <c>--tags</c>.</summary>
internal sealed class TagOptions
{
    /// <summary>The word of <c>--by</c> for rows by tag.</summary>
    public const string Word = "tag";

    private readonly Option<string?> _tag = OptionCatalog.Value(
        "--tag", "PATTERN", "Keeps stacks with these tags, such as 'JSON*,!JSON/Newtonsoft.Json'; see docs/tags.md.");

    private readonly Option<string?> _file = OptionCatalog.Value(
        "--tags", "FILE", "Puts own rules of tags before those of Fathom; also those of WPA.");

    /// <summary>Adds them.</summary>
    public TagOptions(GroupedCommand command) => AddTo(command);

    /// <summary>Adds them to a view of the verb too.</summary>
    public void AddTo(GroupedCommand command) => command.AddGroup("Stacks").Add(_tag, _file);

    /// <summary>What sets a session as the command line says; null where neither is given.</summary>
    /// <param name="asked">The command line.</param>
    /// <param name="isByTag">Whether rows by tag are asked for.</param>
    /// <exception cref="FathomException">The rules, or the patterns, have a mistake (<see cref="ExitCode.Usage"/>).</exception>
    public Action<QuerySession>? Read(Asked asked, bool isByTag)
    {
        (string? patterns, string? file) = (asked.Value(_tag), asked.Value(_file));
        if (file is not null && patterns is null && !isByTag)
            throw FathomException.Usage($"'{_file.Name}' has no effect without tags.", $"add --by {Word}, or {_tag.Name} PATTERN");
        TagRules? rules = file is not null ? TagsFile.Read(file) : null;
        string? tags = patterns is null ? null : TagChoice.Of(rules ?? TagRules.Shipped, _tag.Name, patterns);
        return rules is null && tags is null ? null : session =>
        {
            if (rules is not null)
                session.TagRules = rules;
            session.Tags = tags;
        };
    }

    /// <summary>What the table shows, with the tags that it is of.</summary>
    public string Content(Asked asked, string content) => asked.Value(_tag) is { } patterns ? $"{content} of {patterns}" : content;
}
