using System.CommandLine;

namespace Fathom.Cli.Options;

/// <summary>Reads options of the form <c>KEY=VALUE</c> that may be given several times.</summary>
internal static class KeyValues
{
    /// <summary>The keys with their values, in the order of the keys.</summary>
    /// <exception cref="FathomException">A text without a key, or a key that is given twice (<see cref="ExitCode.Usage"/>).</exception>
    public static SortedDictionary<string, string> Read(ParseResult parsed, Option<string[]> option)
    {
        SortedDictionary<string, string> values = new(StringComparer.Ordinal);
        foreach (string text in parsed.GetValue(option) ?? [])
        {
            int equals = text.IndexOf('=');
            if (equals <= 0)
                throw FathomException.Usage(
                    $"'{text}' in '{option.Name} {text}' is not {option.HelpName}.", $"{option.Name} {(equals < 0 ? text : "name")}=value");
            if (!values.TryAdd(text[..equals], text[(equals + 1)..]))
                throw FathomException.Usage($"'{option.Name} {text[..equals]}=…' was given more than once.", "give each name one value");
        }

        return values;
    }
}
