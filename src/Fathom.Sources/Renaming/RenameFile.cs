using Fathom.Model;
using Fathom.Model.Renaming;

namespace Fathom.Sources.Renaming;

/// <summary>
/// Reads rename rules. A file that begins with <c>&lt;</c> is the earlier tool's XML (<see cref="RenameXml"/>), any other holds one rule per line
/// (<see cref="RenameText"/>). docs/rename.md describes both.
/// </summary>
public static class RenameFile
{
    private const int MaxChars = 1024 * 1024;

    /// <summary>The rules of the given file, or of the default file where none is given; no rules where that does not exist.</summary>
    /// <param name="path">What <c>--rename</c> says, or null.</param>
    /// <param name="environment">Value of an environment variable, or null.</param>
    /// <exception cref="FathomException">The file cannot be read or a rule is wrong.</exception>
    public static RenameRules LoadGivenOrDefault(string? path, Func<string, string?> environment)
    {
        if (path is not null)
            return Load(path);
        string? standard = DefaultPath(environment);
        return standard is not null && File.Exists(standard) ? Load(standard) : RenameRules.None;
    }

    /// <summary><c>$XDG_CONFIG_HOME/fathom/rename.txt</c>, by default <c>~/.config/fathom/rename.txt</c>; null where the user has no home.</summary>
    public static string? DefaultPath(Func<string, string?> environment)
    {
        // The rule of the XDG base directory specification: a relative path counts as not set.
        string? folder = environment("XDG_CONFIG_HOME") is { } configured && Path.IsPathRooted(configured)
            ? configured
            : environment("HOME") is { Length: > 0 } home ? Path.Combine(home, ".config") : null;
        return folder is null ? null : Path.Combine(folder, "fathom", "rename.txt");
    }

    /// <summary>The rules of a file.</summary>
    /// <exception cref="FathomException">The file cannot be read or a rule is wrong; the message has file and line.</exception>
    public static RenameRules Load(string path)
    {
        string text = Read(path);
        return new RenameRules(text.AsSpan().TrimStart().StartsWith("<") ? RenameXml.Parse(path, text) : RenameText.Parse(path, text));
    }

    private static string Read(string path)
    {
        try
        {
            using StreamReader reader = new(path);
            char[] text = new char[MaxChars + 1];
            int length = reader.ReadBlock(text);
            return length <= MaxChars
                ? new string(text, 0, length)
                : throw FathomException.Target($"The rename file '{path}' is longer than {MaxChars:N0} characters.", "give a file with rename rules");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw FathomException.Target($"The rename file '{path}' cannot be read: {e.Message}", "give a file that exists and is yours to read", e);
        }
    }
}
