using Fathom.Query.Judging;

namespace Fathom.Cli.Options;

/// <summary>Reads what <c>--rules</c> names.</summary>
internal static class RuleFiles
{
    private const int MaxChars = 1024 * 1024;
    private const string Pattern = "*.sql";
    private const string Next = "give a .sql file with a rule, or a folder of them; docs/findings.md describes it";

    /// <summary>The rules of a file, or of all files of a folder that end with .sql.</summary>
    /// <exception cref="FathomException">One cannot be read, or has a mistake (<see cref="ExitCode.Usage"/>).</exception>
    public static IEnumerable<TimeRule> Read(string path)
    {
        if (!Directory.Exists(path))
            return [OfFile(path)];
        string[] files = [.. Directory.EnumerateFiles(path, Pattern).Order(StringComparer.Ordinal)];
        return files.Length > 0 ? files.Select(OfFile)
            : throw FathomException.Usage($"Folder '{path}' has no file that ends with .sql.", Next);
    }

    private static TimeRule OfFile(string path) => TimeRule.OfText(
        path,
        GivenText.ReadAtMost(path, MaxChars, reason => FathomException.Usage($"The rule '{path}' cannot be read: {reason}", Next))
            ?? throw FathomException.Usage($"The rule '{path}' is longer than 1 MiB.", Next));
}
