using System.Globalization;
using System.Text.Json;
using Fathom.Files;
using Fathom.Model;

namespace Fathom.Serializers.Facts;

/// <summary>The dated facts about libraries in <c>serializers/facts.json</c>.</summary>
/// <param name="ReadOn">When they were collected.</param>
/// <param name="CopiesReachTo">The newest day that the copies of the repositories can tell of; what came after is not known.</param>
/// <param name="Libraries">The libraries, those with an adapter first.</param>
public sealed record FactsFile(DateOnly ReadOn, DateOnly CopiesReachTo, IReadOnlyList<LibraryFacts> Libraries)
{
    /// <summary>The name of the file in the folder of the programs.</summary>
    public const string Name = "facts.json";

    /// <summary>The licence of what is a part of .NET; null where the file has none.</summary>
    public Licence? InBoxLicence { get; init; }

    /// <summary>Reads the file of a folder of programs.</summary>
    /// <param name="folder">The folder.</param>
    /// <returns>The facts; null where there is no such file: the programs may be somebody's own.</returns>
    /// <exception cref="FathomException">It is not what it should be.</exception>
    public static FactsFile? Find(string folder) => Path.Combine(folder, Name) is var path && File.Exists(path) ? Read(path) : null;

    /// <summary>Reads the file.</summary>
    /// <param name="path">Path of the file.</param>
    /// <exception cref="FathomException">It is not there, or is not what it should be.</exception>
    public static FactsFile Read(string path)
    {
        try
        {
            using JsonDocument document = JsonDocument.Parse(RegularFile.ReadAllBytes(path));
            JsonElement root = document.RootElement;
            return new FactsFile(
                Day(root, "read_on") ?? throw new FormatException("'read_on' is missing"),
                Day(root, "copies_reach_to") ?? throw new FormatException("'copies_reach_to' is missing"),
                [.. root.GetProperty("libraries").EnumerateArray().Select(Library)])
            {
                InBoxLicence = root.TryGetProperty("in_box", out JsonElement box) ? LicenceOf(box) : null,
            };
        }
        catch (Exception reason) when (reason is IOException or UnauthorizedAccessException or JsonException or FormatException or InvalidOperationException or KeyNotFoundException)
        {
            throw FathomException.Target($"The facts about libraries in '{path}' cannot be read: {reason.Message}", "restore the file from the checkout");
        }
    }

    private static LibraryFacts Library(JsonElement one) => new(
        Text(one, "library") is { Length: > 0 } name ? name : throw new FormatException("a library has no name"),
        Text(one, "program"),
        Text(one, "repository"),
        Text(one, "last_release"),
        Day(one, "last_release_date"),
        Day(one, "last_commit_date"),
        Day(one, "last_product_commit_date"),
        one.TryGetProperty("is_archived", out JsonElement archived) && archived.GetBoolean(),
        Text(one, "statement"),
        Text(one, "statement_source"),
        Day(one, "verified_on"),
        Text(one, "verified_with"),
        Text(one, "no_adapter_because"))
    {
        Licence = LicenceOf(one),
    };

    private static Licence? LicenceOf(JsonElement one) => one.TryGetProperty("licence", out _) ? new Licence(Text(one, "licence"), Text(one, "licence_source")) : null;

    private static string Text(JsonElement one, string name) => one.TryGetProperty(name, out JsonElement value) ? value.GetString() ?? "" : "";

    private static DateOnly? Day(JsonElement one, string name) =>
        Text(one, name) is { Length: > 0 } text ? DateOnly.ParseExact(text, "yyyy-MM-dd", CultureInfo.InvariantCulture) : null;
}
