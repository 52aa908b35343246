namespace Fathom.TestSupport;

/// <summary>The names that the kernel shows for the threads of a process.</summary>
public static class ThreadNames
{
    /// <summary>The names of all threads that are there while it looks; one that ends meanwhile has none.</summary>
    /// <param name="processId">The process.</param>
    public static IReadOnlyList<string> Of(int processId) => [.. Directory.GetDirectories($"/proc/{processId}/task").Select(Name).OfType<string>()];

    private static string? Name(string task)
    {
        try
        {
            return File.ReadAllText(Path.Combine(task, "comm")).TrimEnd('\n');
        }
        catch (IOException)
        {
            return null;
        }
    }
}
