namespace Fathom.Render.Text;

/// <summary>Sentences as lines of a terminal.</summary>
public static class TextLines
{
    // What a command line begins with.
    private static readonly string[] s_programs = ["fathom ", "sudo ", "docker ", "dotnet ", "mkdir ", "kubectl ", "apt ", "apt-get ", "perf ", "ulimit ", "echo ", "TMPDIR="];

    /// <summary>Breaks a sentence between words into lines of at most some columns; a longer word has a line of its own.</summary>
    /// <param name="sentence">The sentence.</param>
    /// <param name="first">Columns of the first line.</param>
    /// <param name="further">Columns of the others.</param>
    public static IReadOnlyList<string> Wrap(string sentence, int first, int further) => TextWidth.Wrap(sentence, first, further);

    /// <summary>Whether a text is a command to paste, which must stay in one piece.</summary>
    public static bool IsCommand(string text) => Array.Exists(s_programs, program => text.StartsWith(program, StringComparison.Ordinal));
}
