namespace Fathom.Sources.Machine.Processes;

/// <summary>The name that the kernel has of a program (<c>/proc/PID/comm</c>): at most 15 bytes, and the program may change it.</summary>
public static class ProgramName
{
    /// <summary>The name; null where no such process runs.</summary>
    /// <param name="processId">Number of the process (pid).</param>
    public static string? Of(int processId)
    {
        try
        {
            return File.ReadAllText($"/proc/{processId}/comm").TrimEnd('\n');
        }
        catch (IOException)
        {
            return null;
        }
    }
}
