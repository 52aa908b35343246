using Fathom.Render.Formats;

namespace Fathom.Cli.Output;

/// <summary>The format that <c>--format</c> names, or else the one that the name of the file says.</summary>
internal static class FormatChoice
{
    private const string Names = "--format table, csv, json or md";

    public static OutputFormat Of(string? format, string? file) => format switch
    {
        "table" => OutputFormat.Table,
        "csv" => OutputFormat.Csv,
        "json" => OutputFormat.Json,
        "md" => OutputFormat.Markdown,
        null => file is null ? OutputFormat.Table : OfFile(file),
        _ => throw FathomException.Usage($"'{format}' in '--format {format}' is not a format.", Names),
    };

    private static OutputFormat OfFile(string file) => Path.GetExtension(file).ToLowerInvariant() switch
    {
        ".csv" => OutputFormat.Csv,
        ".json" => OutputFormat.Json,
        ".md" => OutputFormat.Markdown,
        ".txt" => OutputFormat.Table,
        _ => throw FathomException.Usage(
            $"The name '{file}' does not say which format to write.", $"end it with .csv, .json, .md or .txt, or add {Names}"),
    };
}
