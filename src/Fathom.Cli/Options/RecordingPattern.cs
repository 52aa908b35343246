using Fathom.Sources.Subjects;

namespace Fathom.Cli.Options;

/// <summary>Recordings that are named by a pattern: <c>runs/*.fathom</c> in quotes, so that the shell leaves it alone.</summary>
internal static class RecordingPattern
{
    /// <summary>The recordings and traces that a pattern fits, in the order of their names; a word that is none stays as it is.</summary>
    /// <exception cref="FathomException">The pattern fits none (<see cref="ExitCode.Target"/>).</exception>
    public static IEnumerable<string> Expand(string word)
    {
        string folder = Path.GetDirectoryName(word) ?? "", pattern = Path.GetFileName(word);
        if (!pattern.AsSpan().ContainsAny('*', '?') || Path.Exists(word) || !Directory.Exists(folder.Length == 0 ? "." : folder))
            return [word];
        string[] fitting =
        [
            .. Directory.EnumerateFileSystemEntries(folder.Length == 0 ? "." : folder, pattern).Where(IsOfTime)
                .Select(path => Path.Combine(folder, Path.GetFileName(path))).Order(StringComparer.Ordinal),
        ];
        return fitting.Length > 0 ? fitting
            : throw FathomException.Target($"'{word}' fits no recording.", $"ls {(folder.Length == 0 ? "." : folder)}");
    }

    private static bool IsOfTime(string path) => FileRecognizer.Describe(path) is { IsRecording: true } or { Format.ReadTrace: not null };
}
