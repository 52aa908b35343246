using Fathom.Model;
using Fathom.Sources.Subjects;

namespace Fathom.Capture.Extraction;

/// <summary>Finds raw traces: a file, a folder of files, or a pattern of names in a folder.</summary>
public static class TraceFiles
{
    /// <summary>The files that words mean, each once, in order. Of folders and patterns those that are no traces are left out.</summary>
    /// <param name="words">The words.</param>
    /// <param name="unread">Told of words that mean no trace.</param>
    public static IReadOnlyList<FileDescription> Find(IEnumerable<string> words, Action<string, FathomException> unread)
    {
        List<FileDescription> found = [];
        HashSet<string> seen = [];
        foreach (string word in words)
        {
            try
            {
                found.AddRange(Of(word).Where(file => seen.Add(Path.GetFullPath(file.Path))));
            }
            catch (FathomException e)
            {
                unread(word, e);
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                unread(word, FathomException.Target($"'{word}' cannot be listed: {e.Message}", "run it as the owner of the folder, or as root"));
            }
        }


        return found;
    }

    private static FileDescription[] Of(string word)
    {
        bool isPattern = !Path.Exists(word) && Path.GetFileName(word).AsSpan().IndexOfAny('*', '?') >= 0;
        string? folder = isPattern ? Path.GetDirectoryName(word) : word;
        folder = folder is "" or null ? "." : folder;
        if (!isPattern && (!Directory.Exists(word) || FileRecognizer.Describe(word).Format != FileFormats.Folder))
            return [FileRecognizer.Describe(word)];
        FileDescription[] traces = Directory.Exists(folder)
            ? [.. Directory.EnumerateFiles(folder, isPattern ? Path.GetFileName(word) : "*").Order(StringComparer.Ordinal).Select(Describe).OfType<FileDescription>()]
            : [];
        return traces.Length > 0 ? traces : throw FathomException.Target($"'{word}' has no trace.", "give files of perf (perf.data) or of runtime events (.nettrace)");
    }

    private static FileDescription? Describe(string path)
    {
        try
        {
            return FileRecognizer.Describe(path) is { Format.ReadTrace: not null } trace ? trace : null;
        }
        catch (FathomException)
        {
            // Of many files, one that may not be read is none that was meant.
            return null;
        }
    }
}
