using Fathom.Sources.Subjects;

namespace Fathom.Cli.Verbs;

/// <summary>
/// The recordings that words of a command line name: each word by itself, or a pattern with <c>*</c>, <c>?</c> and, for all folders below,
/// <c>**</c>.
/// </summary>
internal static class RecordingPaths
{
    private const string All = "**";
    private const string Ending = ".fathom";

    /// <summary>The words with patterns replaced by what fits them, by name.</summary>
    /// <param name="words">The words.</param>
    /// <param name="alsoTraces">Whether a pattern may mean raw traces too.</param>
    /// <exception cref="FathomException">No recording fits a pattern.</exception>
    public static string[] Of(IEnumerable<string> words, bool alsoTraces = false) => [.. words.SelectMany(word => Of(word, alsoTraces))];

    private static string[] Of(string word, bool alsoTraces)
    {
        if (!word.AsSpan().ContainsAny('*', '?') || Path.Exists(word))
            return [word];
        string folder = Path.GetDirectoryName(word) ?? "", name = Path.GetFileName(word);
        bool isDeep = name == All || Path.GetFileName(folder) == All;
        if (Path.GetFileName(folder) == All)
            folder = Path.GetDirectoryName(folder) ?? "";
        string[] found = [.. Entries(folder, name == All ? "*" : name, isDeep).Where(path => IsRecording(path, alsoTraces))
            .Order(StringComparer.Ordinal)];
        return found.Length > 0 ? found
            : throw FathomException.Target($"No recording fits '{word}'.",
                "give names of recordings, or a pattern in quotes: 'runs/*.fathom'");
    }

    private static IEnumerable<string> Entries(string folder, string pattern, bool isDeep)
    {
        string place = folder.Length == 0 ? "." : folder;
        if (!Directory.Exists(place))
            return [];
        IEnumerable<string> own = Directory.GetFileSystemEntries(place, pattern).Select(path => Path.Join(folder, Path.GetFileName(path)));
        // Parts of a recording are none.
        return !isDeep ? own
            : own.Concat(Directory.GetDirectories(place).Where(static path => !path.EndsWith(Ending, StringComparison.Ordinal))
            .SelectMany(path => Entries(Path.Join(folder, Path.GetFileName(path)), pattern, isDeep)));
    }

    private static bool IsRecording(string path, bool alsoTraces)
    {
        try
        {
            return FileRecognizer.Describe(path) is var file && (file.IsRecording || (alsoTraces && file.Format.ReadTrace is not null));
        }
        catch (FathomException)
        {
            return false;
        }
    }
}
