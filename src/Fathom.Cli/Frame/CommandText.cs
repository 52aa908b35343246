using System.CommandLine;
using System.Text;

namespace Fathom.Cli.Frame;

/// <summary>A command line as one text, quoted as a shell would have it, that can be taken apart again.</summary>
internal static class CommandText
{
    private const string Plain = "-_./,:=+*!@%[]";

    /// <summary>The words as one text.</summary>
    public static string Join(IEnumerable<string> words) => string.Join(' ', words.Select(Quote));

    /// <summary>The whole command line with its verb, as recordings keep it.</summary>
    public static string Of(ParseResult parsed) => Join(["fathom", parsed.RootCommandResult.Command.Name, .. parsed.Tokens.Select(static token => token.Value)]);

    /// <summary>The words of a text that <see cref="Join"/> made.</summary>
    public static string[] Split(string text)
    {
        List<string> words = [];
        StringBuilder word = new();
        bool isQuoted = false, isWord = false;
        for (int i = 0; i < text.Length; i++)
        {
            char c = text[i];
            if (c == '\'')
                (isQuoted, isWord) = (!isQuoted, true);
            else if (c == '\\' && !isQuoted && i + 1 < text.Length)
                (word, isWord) = (word.Append(text[++i]), true);
            else if (c != ' ' || isQuoted)
                (word, isWord) = (word.Append(c), true);
            else if (isWord)
                Take();
        }

        if (isWord)
            Take();
        return [.. words];

        void Take()
        {
            words.Add(word.ToString());
            word.Clear();
            isWord = false;
        }
    }

    private static string Quote(string word) =>
        word.Length > 0 && word.All(static c => char.IsAsciiLetterOrDigit(c) || Plain.Contains(c)) ? word : $"'{word.Replace("'", "'\\''", StringComparison.Ordinal)}'";
}
