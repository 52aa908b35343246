using System.Globalization;
using Fathom.Model;
using Fathom.Sources.Events.Sessions;

namespace Fathom.Recorder.Runtimes;

/// <summary>Providers of events as a user names them: <c>NAME[:KEYWORDS[:LEVEL]]</c>, separated by commas.</summary>
public static class ProviderWords
{
    private const string Example = "--events MyCompany-Shop, or with keywords and level: --events MyCompany-Shop:0x10:verbose";

    /// <summary>Reads them.</summary>
    /// <param name="text">Such as <c>MyCompany-Shop:0x10:verbose,System.Net.Http</c>.</param>
    /// <exception cref="FathomException">A part is none.</exception>
    public static IReadOnlyList<EventProvider> Parse(string text) => [.. text.Split(',').Select(word => One(word.Trim(), text))];

    private static EventProvider One(string word, string all)
    {
        string[] parts = word.Split(':');
        if (parts.Length > 3 || parts[0].Length == 0)
            throw FathomException.Usage($"'{word}' in '--events {all}' is not NAME:KEYWORDS:LEVEL.", Example);
        ulong keywords = parts.Length < 2 || parts[1].Length == 0 ? EventProvider.AllKeywords : Keywords(parts[1], all);
        return new EventProvider(parts[0], keywords, parts.Length < 3 ? EventLevel.Verbose : Level(parts[2], all));
    }

    private static ulong Keywords(string text, string all)
    {
        string digits = text.StartsWith("0x", StringComparison.OrdinalIgnoreCase) ? text[2..] : text;
        return ulong.TryParse(digits, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out ulong keywords) && keywords != 0
            ? keywords
            : throw FathomException.Usage($"'{text}' in '--events {all}' are not keywords: a hexadecimal number that is not 0.", Example);
    }

    private static EventLevel Level(string text, string all)
    {
        if (int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int number) && Enum.IsDefined((EventLevel)number))
            return (EventLevel)number;
        foreach (EventLevel level in Enum.GetValues<EventLevel>())
        {
            if (text.Equals(level.ToString(), StringComparison.OrdinalIgnoreCase))
                return level;
        }

        throw FathomException.Usage($"'{text}' in '--events {all}' is not a level: {string.Join(", ", Enum.GetNames<EventLevel>()).ToLowerInvariant()}, or 1 to 5.", Example);
    }
}
