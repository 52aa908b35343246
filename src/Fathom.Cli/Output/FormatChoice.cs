using Fathom.Render.Formats;

namespace Fathom.Cli.Output;

/// <summary>The format that <c>--format</c> names, or else the one that the name of the file says.</summary>
internal static class FormatChoice
{
    /// <summary>The formats of an answer, in the order in which they are listed.</summary>
    /// <param name="withStacks">Whether it has stacks.</param>
    public static OutputFormat[] All(bool withStacks) =>
        withStacks ? [.. OutputFormat.All, .. OutputFormat.OfStacks] : [.. OutputFormat.All];

    /// <summary>The names, as a placeholder of help.</summary>
    public static string Names(OutputFormat[] formats) => string.Join('|', Words(formats, static format => format.Name));

    /// <summary>How the names of files end.</summary>
    public static string Extensions(OutputFormat[] formats) => Or(Sorted(Words(formats, static format => format.Extension)));

    /// <summary>What sentences call the formats for people.</summary>
    public static string TitlesForPeople { get; } = Titles(areForPeople: true);

    /// <summary>What sentences call the formats for programs.</summary>
    public static string TitlesForPrograms { get; } = Titles(areForPeople: false);

    public static OutputFormat Of(string? format, string? file, OutputFormat[] formats)
    {
        if (format is null)
            return file is null ? OutputFormat.Table : OfFile(file, formats);
        return Array.Find(formats, known => known.Name == format)
            ?? throw FathomException.Usage($"'{format}' in '--format {format}' is not a format{OfOthers(format)}.", Option(formats));
    }

    private static string Option(OutputFormat[] formats) => $"--format {Or(Words(formats, static format => format.Name))}";

    private static string OfOthers(string format) =>
        OutputFormat.OfStacks.Any(known => known.Name == format) ? " of this answer, which has no stacks" : "";

    // The longest ending counts: a file of speedscope is one of JSON too.
    private static OutputFormat OfFile(string file, OutputFormat[] formats)
    {
        OutputFormat? found = null;
        foreach (OutputFormat format in formats)
        {
            bool isLonger = format.Extension.Length > (found?.Extension.Length ?? 0);
            if (isLonger && file.EndsWith(format.Extension, StringComparison.OrdinalIgnoreCase))
                found = format;
        }

        return found ?? throw FathomException.Usage(
            $"The name '{file}' does not say which format to write.", $"end it with {Extensions(formats)}, or add {Option(formats)}");
    }

    private static string Titles(bool areForPeople) =>
        string.Join(" and ", Words(All(withStacks: false), format => format.IsForPeople == areForPeople ? format.Title : null));

    // Help needs them at each start, so without LINQ, which would be compiled each time.
    private static List<string> Words(OutputFormat[] formats, Func<OutputFormat, string?> word)
    {
        List<string> words = [];
        foreach (OutputFormat format in formats)
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
