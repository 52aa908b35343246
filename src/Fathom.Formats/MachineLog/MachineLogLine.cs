using System.Text.Json;

namespace Fathom.Formats.MachineLog;

/// <summary>The members of a line. One of another kind than it should be is none.</summary>
/// <param name="line">The object.</param>
internal readonly struct MachineLogLine(JsonElement line)
{
    /// <summary>Whether there is a member.</summary>
    public bool Has(string name) => line.TryGetProperty(name, out _);

    /// <summary>A text.</summary>
    public string? Text(string name) => line.TryGetProperty(name, out JsonElement value) && value.ValueKind == JsonValueKind.String ? value.GetString() : null;

    /// <summary>A number.</summary>
    public long? Number(string name) => line.TryGetProperty(name, out JsonElement value) ? Number(value) : null;

    /// <summary>A number that is not below 0.</summary>
    public long? Size(string name) => Number(name) is { } size and >= 0 ? size : null;

    /// <summary>A number from 1 on that counts things.</summary>
    public int? Id(string name) => Number(name) is { } id and > 0 and <= int.MaxValue ? (int)id : null;

    /// <summary>Pairs of a process and a size; null where one is none.</summary>
    public List<(int Process, long Bytes)>? Pairs(string name)
    {
        if (!line.TryGetProperty(name, out JsonElement all) || all.ValueKind != JsonValueKind.Array)
            return null;
        List<(int, long)> pairs = new(all.GetArrayLength());
        foreach (JsonElement pair in all.EnumerateArray())
        {
            if (pair.ValueKind != JsonValueKind.Array || pair.GetArrayLength() != 2
                || Number(pair[0]) is not (> 0 and <= int.MaxValue and var process) || Number(pair[1]) is not (>= 0 and var bytes))
                return null;
            pairs.Add(((int)process, bytes));
        }

        return pairs;
    }

    /// <summary>Pairs of a series and its value, which may be null; null where one is none.</summary>
    public List<(int Series, long? Value)>? Values(string name)
    {
        if (!line.TryGetProperty(name, out JsonElement all) || all.ValueKind != JsonValueKind.Array)
            return null;
        List<(int, long?)> pairs = new(all.GetArrayLength());
        foreach (JsonElement pair in all.EnumerateArray())
        {
            if (pair.ValueKind != JsonValueKind.Array || pair.GetArrayLength() != 2 || Number(pair[0]) is not (> 0 and <= int.MaxValue and var series))
                return null;
            long? value = Number(pair[1]);
            if (pair[1].ValueKind != JsonValueKind.Null && value is not >= 0)
                return null;
            pairs.Add(((int)series, value));
        }

        return pairs;
    }

    private static long? Number(JsonElement value) => value.ValueKind == JsonValueKind.Number && value.TryGetInt64(out long number) ? number : null;
}
