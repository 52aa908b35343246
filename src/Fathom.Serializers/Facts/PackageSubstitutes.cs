using System.Text.Json;
using System.Text.RegularExpressions;
using Fathom.Files;

namespace Fathom.Serializers.Facts;

/// <summary>Packages that a restore took in place of others: NuGet takes the next version where the wanted one is not served, and warns of it (NU1603).</summary>
public static partial class PackageSubstitutes
{
    /// <summary>Reads what a restore took.</summary>
    /// <param name="assets">The list of packages that the restore of a program left.</param>
    /// <returns>A clause each, such as "A 1.2.0 is used in place of 1.1.0, which is not served"; none where there is no list.</returns>
    public static IReadOnlyList<string> Read(string assets)
    {
        if (!File.Exists(assets))
            return [];
        try
        {
            using JsonDocument list = JsonDocument.Parse(RegularFile.ReadAllBytes(assets));
            return list.RootElement.TryGetProperty("logs", out JsonElement logs)
                ? [.. logs.EnumerateArray().Where(static log => log.GetProperty("code").GetString() == "NU1603").Select(static log => Clause(log.GetProperty("message").GetString() ?? "")).Distinct()]
                : [];
        }
        catch (Exception reason) when (reason is IOException or UnauthorizedAccessException or JsonException or InvalidOperationException or KeyNotFoundException)
        {
            return [$"whether packages are the wanted ones is not known: the list of restored packages cannot be read ({reason.GetType().Name})"];
        }
    }

    // Words that another version of NuGet may choose are shown as they are.
    private static string Clause(string message) => Words().Match(message) is { Success: true } match
        ? $"{match.Groups["id"].Value} {match.Groups["used"].Value} is used in place of {match.Groups["wanted"].Value}, which is not served"
        : message;

    [GeneratedRegex(@"but (?<id>\S+) (?<wanted>\S+) was not found\. \k<id> (?<used>\S+) was resolved instead")]
    private static partial Regex Words();
}
