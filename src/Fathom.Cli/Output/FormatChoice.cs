using Fathom.Render.Formats;

namespace Fathom.Cli.Output;

/// <summary>The format that <c>--format</c> names, or else the one that the name of the file says.</summary>
internal static class FormatChoice
{
    /// <summary>The names, as a placeholder of help.</summary>
    public static string Names { get; } = string.Join('|', OutputFormat.All.Select(static format => format.Name));

    /// <summary>How the names of files end.</summary>
    public static string Extensions { get; } = Or(OutputFormat.All.Select(static format => format.Extension).Order(StringComparer.Ordinal));

    /// <summary>What sentences call the formats for people.</summary>
    public static string TitlesForPeople { get; } = Titles(areForPeople: true);

    /// <summary>What sentences call the formats for programs.</summary>
    public static string TitlesForPrograms { get; } = Titles(areForPeople: false);

    private static string Option => $"--format {Or(OutputFormat.All.Select(static format => format.Name))}";

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
        string.Join(" and ", OutputFormat.All.Where(format => format.IsForPeople == areForPeople).Select(static format => format.Title));

    private static string Or(IEnumerable<string> words) => words.ToList() is [.. var first, var last] ? $"{string.Join(", ", first)} or {last}" : "";
}
