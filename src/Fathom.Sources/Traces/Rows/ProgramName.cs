namespace Fathom.Sources.Traces.Rows;

/// <summary>What a program is called, by its command line: its assembly where a host runs one.</summary>
internal static class ProgramName
{
    public static string Of(string commandLine)
    {
        string[] words = commandLine.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        string first = words.Length == 0 ? "" : FileName(words[0]);
        string? assembly = first is "dotnet" or "dotnet.exe" ? Array.Find(words, static word => word.EndsWith(".dll", StringComparison.OrdinalIgnoreCase)) : null;
        string name = assembly is null ? first : FileName(assembly);
        bool hasEnding = name.EndsWith(".dll", StringComparison.OrdinalIgnoreCase) || name.EndsWith(".exe", StringComparison.OrdinalIgnoreCase);
        return name.Length == 0 ? "unknown" : hasEnding ? name[..^4] : name;
    }

    private static string FileName(string path) => path.Trim('"')[(path.Trim('"').LastIndexOfAny(['/', '\\']) + 1)..];
}
