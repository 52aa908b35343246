using Fathom.Render.Formats;

namespace Fathom.Cli.Output;

/// <summary>The format that <c>--format</c> names, or else the one that the name of the file says.</summary>
internal static class FormatChoice
{
    /// <summary>The names, as a placeholder of help.</summary>
    public static string Names { get; } = string.Join('|', Words(static format => format.Name));

    /// <summary>How the names of files end.</summary>
    public static string Extensions { get; } = Or(Sorted(Words(static format => format.Extension)));

    /// <summary>What sentences call the formats for people.</summary>
    public static string TitlesForPeople { get; } = Titles(areForPeople: true);

    /// <summary>What sentences call the formats for programs.</summary>
    public static string TitlesForPrograms { get; } = Titles(areForPeople: false);

    private static string Option => $"--format {Or(Words(static format => format.Name))}";

    public static OutputFormat Of(string? format, string? file)
    {
        if (format is null)
            return file is null ? OutputFormat.Table : OfFile(file);
        return OutputFormat.All.FirstOrDefault(known => known.Name == format) ?? throw FathomException.Usage($"'{format}' in '--format {format}' is not a format.", Option);
    }

    private static OutputFormat OfFile(string file)
    {
        string extension = Path.GetExtension(file);
        return OutputFormat.All.FirstOrDefault(known => known.Extension.Equals(extension, StringComparison.OrdinalIgnoreCase)) ?? throw FathomException.Usage(
            $"The name '{file}' does not say which format to write.", $"end it with {Extensions}, or add {Option}");
    }

    private static string Titles(bool areForPeople) =>
        string.Join(" and ", Words(format => format.IsForPeople == areForPeople ? format.Title : null));

    // Help needs them at each start, so without LINQ, which would be compiled each time.
    private static List<string> Words(Func<OutputFormat, string?> word)
    {
        List<string> words = [];
        foreach (OutputFormat format in OutputFormat.All)
        {
            if (word(format) is { } said)
                words.Add(said);
        }

        return words;
    }

    private static List<string> Sorted(List<string> words)
    {
        words.Sort(StringComparer.Ordinal);
        return words;
    }

    private static string Or(List<string> words) => $"{string.Join(", ", words[..^1])} or {words[^1]}";
}
