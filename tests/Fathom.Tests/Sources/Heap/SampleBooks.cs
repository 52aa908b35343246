using System.Text.Json;

namespace Fathom.Tests.Sources.Heap;

/// <summary>The exact numbers that a sample has printed of its own types.</summary>
internal static class SampleBooks
{
    public static SortedDictionary<string, TypeTotal> Read(JsonElement facts) => new(
        facts.GetProperty("types").EnumerateArray().ToDictionary(
            row => row.GetProperty("type").GetString()!,
            row => new TypeTotal(row.GetProperty("type").GetString()!, row.GetProperty("count").GetInt64(), row.GetProperty("size_bytes").GetInt64())),
        StringComparer.Ordinal);

    /// <summary>Of the types that were read, those that the sample keeps books of.</summary>
    public static SortedDictionary<string, TypeTotal> Restrict(SortedDictionary<string, TypeTotal> read, SortedDictionary<string, TypeTotal> books) =>
        new(read.Where(type => books.ContainsKey(type.Key)).ToDictionary(), StringComparer.Ordinal);
}
