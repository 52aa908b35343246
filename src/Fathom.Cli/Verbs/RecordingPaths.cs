using Fathom.Model.Patterns;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Subjects;

namespace Fathom.Cli.Verbs;

/// <summary>
/// The recordings that words of a command line name: each word by itself, a folder, or a pattern with <c>*</c>, <c>?</c> and, for all folders below,
/// <c>**</c>. One word may have several of them with <c>;</c> between, those behind a <c>!</c> to leave out.
/// </summary>
internal static class RecordingPaths
{
    private const string All = "**";
    private const string Ending = ".fathom";
    private const string Example = "'runs/**/*Serial*;!*WithAV*'";
    private const char Between = ';';
    private const char Not = '!';

    /// <summary>The words with patterns and folders replaced by what fits them, by name.</summary>
    /// <param name="words">The words.</param>
    /// <param name="alsoTraces">Whether a pattern may mean raw traces too.</param>
    /// <param name="alsoProcesses">Whether a word may mean a process, which it then does rather than a folder of that name.</param>
    /// <exception cref="FathomException">No recording fits a pattern.</exception>
    public static string[] Of(IEnumerable<string> words, bool alsoTraces = false, bool alsoProcesses = false) =>
        Of([.. words], alsoTraces, alsoProcesses ? Scan() : null);

    /// <summary>Each recording once, and a trace without the recording that was kept of it.</summary>
    /// <param name="paths">The recordings.</param>
    public static string[] Once(IEnumerable<string> paths)
    {
        string[] all = [.. paths.DistinctBy(Path.GetFullPath)];
        HashSet<string> whole = [.. all.Select(Path.GetFullPath)];
        return [.. all.Where(path => !path.EndsWith(Ending, StringComparison.Ordinal) || !whole.Contains(Path.GetFullPath(path)[..^Ending.Length]))];
    }

    private static string[] Of(string[] words, bool alsoTraces, Lazy<IReadOnlyList<ProcessFacts>>? processes) =>
        [.. words.SelectMany(word => processes is not null && IsProcess(word, alsoTraces, processes) ? [word] : Of(word, alsoTraces))];

    /// <summary>Whether a word is a pattern, or a folder with recordings that no process has the name of.</summary>
    /// <param name="word">The word.</param>
    public static bool IsPattern(string word) =>
        !Path.Exists(word) ? HasSigns(word) : InFolder(word, alsoTraces: false).Length > 0
            && !IsProcess(word, alsoTraces: false, Scan());

    private static Lazy<IReadOnlyList<ProcessFacts>> Scan() => new(static () => new ProcessScanner().Scan().Processes);

    // As SubjectResolver has it. Processes are looked at only where a folder with recordings has the name.
    private static bool IsProcess(string word, bool alsoTraces, Lazy<IReadOnlyList<ProcessFacts>> processes) =>
        !word.Contains('/') && InFolder(word, alsoTraces).Length > 0 && (word.All(char.IsAsciiDigit) || SubjectResolver.Matching(processes.Value, word).Count > 0);

    private static bool HasSigns(string word) => word.AsSpan().ContainsAny('*', '?', Between);

    private static string[] Of(string word, bool alsoTraces)
    {
        if (Path.Exists(word) || !HasSigns(word))
            return Existing(word, alsoTraces);
        ILookup<bool, string> parts = word.Split(Between, StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
            .ToLookup(static part => part.StartsWith(Not));
        if (!parts[false].Any())
            throw FathomException.Usage($"'{word}' names recordings to leave out, and none to take.", $"write those to take before them: {Example}");
        Pattern[] unwanted = [.. parts[true].Select(static part => new Pattern(part[1..]))];
        string[] found =
        [
            .. Once(parts[false].SelectMany(part => HasSigns(part) && !Path.Exists(part) ? Fitting(part, alsoTraces, unwanted) : Existing(part, alsoTraces))
                .Where(path => !Array.Exists(unwanted, pattern => IsOut(pattern, path)))),
        ];
        return found.Length > 0 ? found
            : throw FathomException.Target($"No recording fits '{word}'.",
                "give names of recordings, or a pattern in quotes: 'runs/*.fathom'");
    }

    // A pattern without a folder is about the name, which may be written without its ending.
    private static bool IsOut(Pattern pattern, string path)
    {
        string whole = path.TrimEnd('/'), name = Path.GetFileName(whole);
        return pattern.Text.Contains('/', StringComparison.Ordinal) ? pattern.Matches(whole)
            : pattern.Matches(name) || pattern.Matches(Path.GetFileNameWithoutExtension(name));
    }

    private static string[] Existing(string word, bool alsoTraces) => InFolder(word, alsoTraces) is { Length: > 0 } inside ? Once(inside) : [word];

    private static string[] InFolder(string word, bool alsoTraces) =>
        Directory.Exists(word) && !IsRecording(word, alsoTraces: true)
            ? Recordings(Found($"{word.TrimEnd('/')}/", "*", static (place, all) => Directory.GetFileSystemEntries(place, all)), alsoTraces)
            : [];

    private static string[] Recordings(IEnumerable<string> paths, bool alsoTraces) =>
        [.. paths.Where(path => IsRecording(path, alsoTraces)).Order(StringComparer.Ordinal)];

    private static string[] Fitting(string pattern, bool alsoTraces, Pattern[] unwanted)
    {
        string[] names = pattern.Split('/');
        string begin = pattern.StartsWith('/') ? "/" : "";
        // All that is below a folder, and those that are in it.
        string[] all = names[^1] == All ? [.. names, "*"] : names;
        Pattern[] closed = [.. unwanted.Where(static one => one.Text.EndsWith("/*", StringComparison.Ordinal) || one.Text.EndsWith("/**", StringComparison.Ordinal))];
        return Recordings(Entries(begin, all.AsMemory(begin.Length), closed), alsoTraces);
    }

    private static IEnumerable<string> Entries(string folder, ReadOnlyMemory<string> names, Pattern[] closed)
    {
        string name = names.Span[0];
        ReadOnlyMemory<string> rest = names[1..];
        if (name == All)
            return Entries(folder, rest, closed).Concat(Folders(folder, "*", closed, areFollowed: false).SelectMany(path => Entries(path, names, closed)));
        if (rest.IsEmpty)
            return Found(folder, name, static (place, pattern) => Directory.GetFileSystemEntries(place, pattern));
        return name.AsSpan().ContainsAny('*', '?') ? Folders(folder, name, closed, areFollowed: true).SelectMany(path => Entries(path, rest, closed))
            : Entries($"{folder}{name}/", rest, closed);
    }

    // The folder of a recording holds none. A link to a folder above would never end. An excluded folder is not opened.
    private static IEnumerable<string> Folders(string folder, string pattern, Pattern[] closed, bool areFollowed) =>
        Found(folder, pattern, static (place, pattern) => Directory.GetDirectories(place, pattern))
            .Where(path => !path.EndsWith(Ending, StringComparison.Ordinal) && (areFollowed || new DirectoryInfo(path).LinkTarget is null))
            .Select(static path => path + "/")
            .Where(path => !Array.Exists(closed, one => one.Matches(path)));

    private static IEnumerable<string> Found(string folder, string pattern, Func<string, string, string[]> find)
    {
        string place = folder.Length == 0 ? "." : folder;
        if (!Directory.Exists(place))
            return [];
        try
        {
            return find(place, pattern).Select(path => folder + Path.GetFileName(path));
        }
        catch (Exception error) when (error is UnauthorizedAccessException or IOException)
        {
            throw FathomException.Target($"The folder '{place}' cannot be read: {error.Message}", $"run as its owner, or leave it out of a pattern: ';!{place.TrimEnd('/')}/*'");
        }
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
