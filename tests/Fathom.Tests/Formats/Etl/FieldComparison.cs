using System.Globalization;
using System.Text.Json;
using Fathom.Sources.Traces.Etl;

namespace Fathom.Tests.Formats.Etl;

/// <summary>Fields of one event beside those that PerfView prints of it.</summary>
/// <param name="kind">What PerfView calls the event.</param>
/// <param name="drives">Gives paths their drives, as PerfView does.</param>
internal sealed class FieldComparison(string kind, DrivePaths drives)
{
    private const string Dates = "yy/MM/dd HH:mm:ss.fffffff";
    private const string Cut = "...";

    /// <summary>Fields that are the same.</summary>
    public int Equal { get; private set; }

    /// <summary>Fields that are a name there, and its number here.</summary>
    public List<(string Field, string Name, decimal Number)> Named { get; } = [];

    /// <summary>Fields that are not here.</summary>
    public List<(string Field, string Theirs)> Absent { get; } = [];

    /// <summary>Fields that are not the same.</summary>
    public List<(string Field, string Theirs, string Ours)> Different { get; } = [];

    /// <summary>Compares.</summary>
    /// <param name="ours">Fathom's fields.</param>
    /// <param name="told">Those of PerfView, NAME=VALUE.</param>
    public FieldComparison With(IReadOnlyDictionary<string, JsonElement> ours, IEnumerable<string> told)
    {
        foreach (string one in told)
        {
            string field = one[..one.IndexOf('=')], value = one[(field.Length + 1)..];
            if (!ours.TryGetValue(FieldNotes.NameOf(kind, field), out JsonElement here) && !ours.TryGetValue(field, out here))
                Absent.Add((field, value));
            else if (IsSame(value, here))
                Equal++;
            else if (here.ValueKind == JsonValueKind.Number && IsName(value))
                Named.Add((field, value, here.GetDecimal()));
            else
                Different.Add((field, value, here.ToString()));
        }

        return this;
    }

    private bool IsSame(string theirs, JsonElement ours) => ours.ValueKind switch
    {
        JsonValueKind.String => IsSameText(theirs, ours.GetString()!),
        JsonValueKind.True or JsonValueKind.False => theirs == (ours.GetBoolean() ? "True" : "False"),
        // A date of Windows in words: year, month, day of the week, day, hour …
        JsonValueKind.Array when ours.GetArrayLength() == 8 => IsSameText(theirs,
            DateOf([.. ours.EnumerateArray().Select(static one => one.GetInt32())])),
        JsonValueKind.Number => IsSameNumber(theirs, ours.GetDecimal()),
        _ => false,
    };

    private bool IsSameText(string theirs, string ours)
    {
        ours = DateTime.TryParseExact(ours, "O", CultureInfo.InvariantCulture, DateTimeStyles.RoundtripKind, out DateTime date)
            ? date.ToString(Dates, CultureInfo.InvariantCulture) : ours.Trim();
        return Is(ours) || Is(drives.Of(ours));

        bool Is(string here) => theirs.EndsWith(Cut, StringComparison.Ordinal)
            ? here.StartsWith(theirs[..^Cut.Length].TrimStart(), StringComparison.OrdinalIgnoreCase)
            : theirs.Trim().Equals(here, StringComparison.OrdinalIgnoreCase) || (theirs.Length == 0 && here.Trim('0').Length == 0);
    }

    private static bool IsSameNumber(string theirs, decimal ours)
    {
        if (theirs is "True" or "False")
            return ours != 0 == (theirs == "True");
        if (theirs.StartsWith("0x", StringComparison.Ordinal))
            return ulong.TryParse(theirs[2..], NumberStyles.HexNumber, CultureInfo.InvariantCulture, out ulong hex) && hex == ours;
        if (theirs.EndsWith(Cut, StringComparison.Ordinal) && ours is >= 0 and <= uint.MaxValue)
            return DateTime.UnixEpoch.AddSeconds((double)ours).ToString(Dates, CultureInfo.InvariantCulture)
                .StartsWith(theirs[..^Cut.Length], StringComparison.Ordinal);
        if (theirs.StartsWith('-') && theirs.EndsWith(Cut, StringComparison.Ordinal))
            return ((long)(ulong)ours).ToString("N0", CultureInfo.InvariantCulture)
                .StartsWith(theirs[..^Cut.Length], StringComparison.Ordinal);
        if (!decimal.TryParse(theirs, NumberStyles.Number, CultureInfo.InvariantCulture, out decimal told))
            return false;
        // PerfView takes some numbers without a sign for such with one.
        return told == ours || (told < 0 && (told + 4_294_967_296m == ours || told + 18_446_744_073_709_551_616m == ours || told
            + 65_536m == ours || told + 256m == ours));
    }

    private static bool IsName(string text) => text.Length > 0 && char.IsAsciiLetter(text[0])
        && !text.Contains('\\', StringComparison.Ordinal);

    private static string DateOf(int[] parts) => new DateTime(parts[0], parts[1], parts[3], parts[4], parts[5], parts[6], parts[7],
        DateTimeKind.Utc)
        .ToString("O", CultureInfo.InvariantCulture);
}
