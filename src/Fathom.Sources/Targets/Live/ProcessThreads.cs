namespace Fathom.Sources.Targets.Live;

/// <summary>The threads of a process, from /proc/PID/task.</summary>
internal static class ProcessThreads
{
    /// <summary>The state letter of a thread: R, S, D, T (stopped), t (traced), Z (ended, not yet collected), X; null when it is gone.</summary>
    public static char? State(int processId, int threadId)
    {
        // "TID (name) S ...": the name may hold blanks and parentheses, so the last ')' counts.
        string? line = Lines($"/proc/{processId}/task/{threadId}/stat")?.FirstOrDefault();
        int end = line?.LastIndexOf(')') ?? -1;
        return end >= 0 && end + 2 < line!.Length ? line[end + 2] : null;
    }

    /// <summary>The threads of a process; empty when it is gone.</summary>
    public static IReadOnlyList<int> Of(int processId)
    {
        try
        {
            return [.. Directory.EnumerateDirectories($"/proc/{processId}/task").Select(folder => int.Parse(Path.GetFileName(folder)))];
        }
        catch (IOException)
        {
            return [];
        }
    }

    private static string[]? Lines(string file)
    {
        try
        {
            return File.ReadAllLines(file);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
