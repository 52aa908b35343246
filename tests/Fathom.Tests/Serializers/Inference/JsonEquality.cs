using System.Globalization;
using System.Text.Json;

namespace Fathom.Tests.Serializers.Inference;

/// <summary>Whether two documents say the same: a member that is null is as good as none, 1.0 is 1, and dates are moments.</summary>
internal static class JsonEquality
{
    /// <summary>The way to the first difference; null when there is none.</summary>
    public static string? Difference(JsonElement a, JsonElement b, string path = "$")
    {
        if (a.ValueKind is JsonValueKind.True or JsonValueKind.False || b.ValueKind != a.ValueKind)
            return a.ValueKind == b.ValueKind ? null : $"{path}: {a} and {b}";
        switch (a.ValueKind)
        {
            case JsonValueKind.Object:
                foreach (string name in a.EnumerateObject().Concat(b.EnumerateObject()).Select(static one => one.Name).Distinct())
                {
                    bool inA = a.TryGetProperty(name, out JsonElement ofA) && ofA.ValueKind != JsonValueKind.Null,
                        inB = b.TryGetProperty(name, out JsonElement ofB) && ofB.ValueKind != JsonValueKind.Null;
                    if (inA != inB)
                        return $"{path}.{name} is in one only";
                    if (inA && Difference(ofA, ofB, $"{path}.{name}") is { } difference)
                        return difference;
                }

                return null;
            case JsonValueKind.Array:
                JsonElement[] itemsA = [.. a.EnumerateArray()], itemsB = [.. b.EnumerateArray()];
                return itemsA.Length != itemsB.Length ? $"{path}: lengths" : itemsA.Select((one, at) => Difference(one, itemsB[at], $"{path}[{at}]")).FirstOrDefault(static one => one is not null);
            case JsonValueKind.Number:
                return Same(a.GetRawText(), b.GetRawText()) ? null : $"{path}: {a} and {b}";
            case JsonValueKind.String:
                return a.GetString() == b.GetString() || (a.TryGetDateTime(out DateTime first) && b.TryGetDateTime(out DateTime second) && first == second) ? null : $"{path}: {a} and {b}";
            default:
                return null;
        }
    }

    private static bool Same(string a, string b) =>
        decimal.TryParse(a, NumberStyles.Float, CultureInfo.InvariantCulture, out decimal first) && decimal.TryParse(b, NumberStyles.Float, CultureInfo.InvariantCulture, out decimal second)
            ? first == second
            : double.Parse(a, CultureInfo.InvariantCulture).Equals(double.Parse(b, CultureInfo.InvariantCulture));
}
