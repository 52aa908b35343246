namespace Fathom.Sources.Machine.Processes;

/// <summary>The program of a process.</summary>
internal static class ProcessProgram
{
    /// <summary>Its path, as the process has it; null where it cannot be told.</summary>
    /// <param name="processId">The process.</param>
    public static string? PathOf(int processId)
    {
        try
        {
            return new FileInfo($"/proc/{processId}/exe").LinkTarget;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The process has ended, or is not ours to read.
            return null;
        }
    }
}
