using System.Globalization;
using Fathom.Formats.GcDump;

namespace Fathom.Sources.Traces.GcDump;

/// <summary>What a reader must know to trust the numbers of a gcdump file.</summary>
internal static class GcDumpNotes
{
    public static IEnumerable<string> Of(GcDumpFile dump, GcDumpUsage usage)
    {
        bool hasFree = usage.Types.Any(type => type.IsFree);
        string absent = string.Join(", ", new[] { hasFree ? null : "free space", dump.Segments.Count > 0 ? null : "generations, segments", "load contexts", "field values", "texts" }.OfType<string>());
        yield return $"This gcdump file shows neither {absent} nor thread stacks; a core dump does.";
        yield return "A gcdump file has no checksums: counts and sizes agree with the totals that it states, but damage to a name, an address or a reference would not show.";
        if (dump.AverageCountMultiplier > 1 || dump.AverageSizeMultiplier > 1)
        {
            yield return string.Create(
                CultureInfo.InvariantCulture,
                $"The file holds a sample: one object in {dump.AverageCountMultiplier:0.##} and one byte in {dump.AverageSizeMultiplier:0.##} on average. Counts and sizes are those in the file.");
        }

        if (!dump.Is64Bit)
            yield return "The file is of a 32-bit process: sizes are as its writer gave them, not rounded up.";
        if (usage.UndefinedCount > 0)
            yield return string.Create(CultureInfo.InvariantCulture, $"Objects that the file refers to and does not describe: {usage.UndefinedCount}; they are not counted.");
        if (usage.TooBigCount > 0)
            yield return string.Create(CultureInfo.InvariantCulture, $"Objects of 2 GiB or more: {usage.TooBigCount}; the file cannot say how much, so each is counted with 2 GiB.");
    }
}
