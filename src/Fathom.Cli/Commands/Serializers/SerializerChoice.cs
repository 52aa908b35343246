using System.CommandLine;
using System.Text.RegularExpressions;
using Fathom.Cli.Options;
using Fathom.Model.Patterns;
using Fathom.Serializers.Plans;
using Fathom.Serializers.Programs;

namespace Fathom.Cli.Commands.Serializers;

/// <summary>The options that say which serializers take part: their names, folders of adapters from outside, and versions of packages. Every verb of serializers has them.</summary>
internal sealed partial class SerializerChoice
{
    private readonly Option<string[]> _serializer = OptionCatalog.Values("--serializer", "PATTERN", "Selects serializers by their whole name: System.Text*.");
    private readonly Option<string[]> _adapters = OptionCatalog.Values("--adapters", "FOLDER", "Adds your own adapters: a folder with a project, or with a folder for each.");
    private readonly Option<string[]> _package = OptionCatalog.Values("--package", "NAME=VERSION,…", "Serializers of this package in these versions, side by side: Newtonsoft.Json=12.0.3,13.0.4.");

    /// <summary>Adds the options to a command.</summary>
    public SerializerChoice(GroupedCommand command)
    {
        command.Add(_serializer);
        command.AddGroup("Programs").Add(_adapters, _package);
    }

    /// <summary>The options.</summary>
    public IReadOnlyList<Option> All => [_serializer, _adapters, _package];

    /// <summary>A plan with what was chosen.</summary>
    /// <exception cref="FathomException">A package has no versions, or one that is none.</exception>
    public SuitePlan AddTo(SuitePlan plan, ParseResult parsed) => plan with
    {
        Names = parsed.GetValue(_serializer) is { Length: > 0 } patterns ? new PatternList(patterns) : null,
        Adapters = parsed.GetValue(_adapters) ?? [],
        Packages = [.. (parsed.GetValue(_package) ?? []).SelectMany(Pins)],
    };

    private static IEnumerable<PackagePin> Pins(string text)
    {
        string[] parts = text.Split('=', 2, StringSplitOptions.TrimEntries);
        string[] versions = parts.Length == 2 ? parts[1].Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries) : [];
        if (parts[0].Length == 0 || versions.Length == 0)
            throw FathomException.Usage($"'--package {text}' names no package with versions.", "write it as Newtonsoft.Json=12.0.3,13.0.4");
        foreach (string version in versions.Distinct(StringComparer.OrdinalIgnoreCase))
        {
            yield return Version().IsMatch(version)
                ? new PackagePin(parts[0], version)
                : throw FathomException.Usage($"'{version}' in '--package {text}' is not a version of a package.", "write it as 13.0.4 or 13.0.4-beta1");
        }
    }

    [GeneratedRegex(@"^[0-9]+(\.[0-9]+){1,3}(-[0-9A-Za-z.-]+)?$")]
    private static partial Regex Version();
}
