using System.Globalization;
using Fathom.Capture.Programs;

namespace Fathom.Capture.Recording;

/// <summary>Names a recording to which the user gave no name: <c>SUBJECT-2026-11-28-2251.fathom</c>, in the current folder.</summary>
public static class DatedName
{
    private const int MostLetters = 80;

    private static readonly string[] s_assemblies = [".dll", ".exe"];

    /// <summary>A name that neither a recording nor raw files have; from the second of a minute on it ends with a number.</summary>
    /// <param name="subject">What is recorded, such as the name of a process; null for the whole machine.</param>
    /// <param name="now">The local time.</param>
    public static string Of(string? subject, DateTimeOffset now)
    {
        // A name that begins with '-' would be taken for an option.
        string word = FileWord.Of(subject ?? "machine").TrimStart('-');
        string begin = word.Length == 0 ? "recording" : word[..Math.Min(word.Length, MostLetters)];
        string plain = $"{begin}-{now.ToString("yyyy-MM-dd-HHmm", CultureInfo.InvariantCulture)}";
        for (int count = 1; ; count++)
        {
            string name = string.Create(CultureInfo.InvariantCulture, $"{plain}{(count == 1 ? "" : $"-{count}")}.fathom");
            if (!Path.Exists(name) && !Path.Exists(RawFolder.PathFor(name)))
                return name;
        }
    }

    /// <summary>The name of a program that is started: that of its assembly for one that <c>dotnet</c> runs.</summary>
    /// <param name="words">The program and its arguments.</param>
    public static string OfProgram(IReadOnlyList<string> words)
    {
        string program = words.Count > 1 && Path.GetFileName(words[0]) == "dotnet" && IsAssembly(words[1]) ? words[1] : words[0];
        return IsAssembly(program) ? Path.GetFileNameWithoutExtension(program) : Path.GetFileName(program);
    }

    private static bool IsAssembly(string word) => s_assemblies.Contains(Path.GetExtension(word), StringComparer.OrdinalIgnoreCase);
}
