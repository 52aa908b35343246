using Fathom.Model;

namespace Fathom.Capture.Programs;

/// <summary>The file that a word for a program means, as a shell finds it: a path, or a name in <c>PATH</c>.</summary>
internal static class ProgramFile
{
    private const UnixFileMode Executable = UnixFileMode.UserExecute | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute;

    /// <summary>The full path of a program.</summary>
    /// <exception cref="FathomException">There is none, or it is none.</exception>
    public static string Find(string word)
    {
        if (word.Contains('/'))
        {
            string path = Path.GetFullPath(word);
            string? why = Directory.Exists(path) ? "is a folder"
                : !File.Exists(path) ? "is not there"
                : !IsExecutable(path) ? "is not executable"
                : null;
            return why is null ? path : throw FathomException.Target(
                $"'{word}' cannot be run: it {why}.", why == "is not executable" ? $"chmod +x {word}" : "check the path");
        }

        foreach (string folder in (Environment.GetEnvironmentVariable("PATH") ?? "").Split(':', StringSplitOptions.RemoveEmptyEntries))
        {
            string path = Path.GetFullPath(Path.Combine(folder, word));
            if (File.Exists(path) && IsExecutable(path))
                return path;
        }

        throw FathomException.Target($"'{word}' cannot be run: no folder of PATH has a program of that name.", $"give its path: ./{word}");
    }

    private static bool IsExecutable(string path)
    {
        try
        {
            return OperatingSystem.IsWindows() || (File.GetUnixFileMode(path) & Executable) != 0;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }
}
