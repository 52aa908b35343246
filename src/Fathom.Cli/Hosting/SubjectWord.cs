namespace Fathom.Cli.Hosting;

/// <summary>Tells a subject from a mistyped verb: <c>fathom SUBJECT</c> alone means <c>fathom info SUBJECT</c>.</summary>
internal static class SubjectWord
{
    private static readonly string[] s_prefixes = ["pid:", "name:", "file:"];

    /// <summary>Whether the word can only be meant as a process or a file: a number, a prefix, a path, or something that exists.</summary>
    public static bool IsSubject(string word)
    {
        foreach (string prefix in s_prefixes)
        {
            if (word.StartsWith(prefix, StringComparison.Ordinal))
                return true;
        }

        return int.TryParse(word, out _) || word.Contains('/') || File.Exists(word) || Directory.Exists(word);
    }
}
