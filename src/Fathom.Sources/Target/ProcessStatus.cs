namespace Fathom.Sources.Target;

/// <summary>Single facts from /proc/PID/status and /proc/PID/task/TID/stat; null when the process or thread is gone.</summary>
internal static class ProcessStatus
{
    /// <summary>The value of a line of /proc/PID/status, without its unit.</summary>
    public static string? Field(int processId, string name)
    {
        string? line = Lines($"/proc/{processId}/status")?.FirstOrDefault(l => l.StartsWith(name + ":", StringComparison.Ordinal));
        return line?[(name.Length + 1)..].Trim().Split(' ')[0];
    }

    /// <summary>A size of /proc/PID/status, in bytes; the kernel prints KiB.</summary>
    public static long? SizeBytes(int processId, string name) =>
        long.TryParse(Field(processId, name), out long kibibytes) ? kibibytes * 1024 : null;

    /// <summary>The state letter of a thread: R, S, D, T (stopped), t (traced), Z (ended, not yet collected), X.</summary>
    public static char? ThreadState(int processId, int threadId)
    {
        // "TID (name) S ...": the name may hold blanks and parentheses, so the last ')' counts.
        string? line = Lines($"/proc/{processId}/task/{threadId}/stat")?.FirstOrDefault();
        int end = line?.LastIndexOf(')') ?? -1;
        return end >= 0 && end + 2 < line!.Length ? line[end + 2] : null;
    }

    /// <summary>The threads of a process; empty when it is gone.</summary>
    public static IReadOnlyList<int> Threads(int processId)
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
