using System.Globalization;
using Fathom.Model.Findings;

namespace Fathom.Query.Findings;

/// <summary>Many strings with the same texts that waste much.</summary>
internal sealed class DuplicateStringsRule : ObjectRule
{
    private const int MaxTexts = 3;
    private const int MaxLength = 40;

    /// <inheritdoc/>
    public override string Name => "duplicate-strings";

    /// <inheritdoc/>
    public override bool IsWaste => true;

    /// <inheritdoc/>
    public override IReadOnlyList<string> Parts { get; } = [LookParts.Objects, LookParts.Waste];

    /// <inheritdoc/>
    public override IEnumerable<Finding> Find(ObjectLook look)
    {
        InspectionFacts facts = look.Facts;
        if (!Waste.IsLarge(facts.StringWastedBytes, facts.ObjectBytes))
            yield break;
        string texts = string.Join("; ", look.Duplicates.Take(MaxTexts).Select(static text => string.Create(
            CultureInfo.InvariantCulture, $"'{Short(text.Text, text.Length)}' {text.Count:#,##0} times, {Waste.Text(text.WastedBytes)}")));
        yield return new Finding(
            Name,
            Severity.Warning,
            "strings",
            string.Create(CultureInfo.InvariantCulture, $"of {facts.StringCount:#,##0} strings those that repeat another one waste {Waste.Text(facts.StringWastedBytes, facts.ObjectBytes)}: {texts}"));
    }

    // Evidence is one line, also in JSON and CSV.
    private static string Short(string text, long length)
    {
        string shown = text.Length <= MaxLength && length == text.Length ? text : text[..Math.Min(MaxLength, text.Length)] + "…";
        return shown.Replace("\r", @"\r", StringComparison.Ordinal)
            .Replace("\n", @"\n", StringComparison.Ordinal)
            .Replace("\t", @"\t", StringComparison.Ordinal);
    }
}
