using Fathom.Query.Tags;

namespace Fathom.Cli.Options;

/// <summary>Reads the file of <c>--tags</c>.</summary>
internal static class TagsFile
{
    private const int MaxChars = 4 * 1024 * 1024;
    private const string Next = "give a text file with tags; docs/tags.md describes it";

    /// <summary>Its rules before the shipped ones.</summary>
    /// <exception cref="FathomException">It cannot be read, or has a mistake (<see cref="ExitCode.Usage"/>).</exception>
    public static TagRules Read(string path) => TagRules.With(
        path,
        GivenText.ReadAtMost(path, MaxChars, reason => FathomException.Usage($"The tags '{path}' cannot be read: {reason}", Next))
            ?? throw FathomException.Usage($"The tags '{path}' are longer than 4 MiB.", Next));
}
