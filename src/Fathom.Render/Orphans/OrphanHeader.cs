using System.Globalization;
using Fathom.Model.Orphans;
using Fathom.Model.Results;
using Fathom.Render.Text;

namespace Fathom.Render.Orphans;

/// <summary>The lines above a table of a machine's memory: which machine, and how complete the look is.</summary>
public static class OrphanHeader
{
    private const double Tolerance = 0.01;

    /// <summary>The header of the balance and the cases.</summary>
    /// <param name="facts">How the look was taken.</param>
    /// <param name="foundBytes">Sum of the cases.</param>
    public static IReadOnlyList<string> OfCases(MachineFacts facts, long foundBytes) =>
    [
        Subject(facts),
        $"The parts down to unaccounted add up to machine (MemTotal). Found in the resident set of no process: {Bytes(foundBytes)} (total).",
    ];

    /// <summary>The header of the balance in detail.</summary>
    public static IReadOnlyList<string> OfBalance(MachineFacts facts) => [Subject(facts), "The rows without part_of add up to MemTotal; the others are details of one of them."];

    /// <summary>The header of the page cache by file.</summary>
    public static IReadOnlyList<string> OfCache(MachineFacts facts) => [Subject(facts), "Page cache by file. The kernel reports it for files that a process has open or mapped; the rest is one row."];

    private static string Subject(MachineFacts facts) => string.Create(
        CultureInfo.InvariantCulture,
        $"Memory of machine {facts.Machine}: {Bytes(facts.TotalBytes)}. {Processes(facts.ProcessCount)}, none stopped{Missing(facts)}.");

    /// <summary>The header of a comparison.</summary>
    public static IReadOnlyList<string> Of(MachineFacts a, MachineFacts b) => ["B minus A.", SideText.Of('A', a.Utc, Subject(a)), SideText.Of('B', b.Utc, Subject(b))];

    /// <summary>Says when the kernel's own figures of the machine's size differ.</summary>
    public static IEnumerable<string> Differences(MachineFacts facts)
    {
        if (facts.ZoneBytes > 0 && Math.Abs(facts.ZoneBytes - facts.TotalBytes) > Tolerance * facts.TotalBytes)
            yield return $"The zones hold {Bytes(facts.ZoneBytes)}, MemTotal says {Bytes(facts.TotalBytes)}: a virtual machine may get its memory late, and free already includes it.";
    }

    private static string Missing(MachineFacts facts) => (facts.RefusedCount, facts.VanishedCount) switch
    {
        (0, 0) => "",
        (var refused, 0) => string.Create(CultureInfo.InvariantCulture, $"; {refused:#,##0} refused"),
        (0, var vanished) => string.Create(CultureInfo.InvariantCulture, $"; {vanished:#,##0} ended meanwhile"),
        var (refused, vanished) => string.Create(CultureInfo.InvariantCulture, $"; {refused:#,##0} refused, {vanished:#,##0} ended meanwhile"),
    };

    private static string Processes(long count) => string.Create(CultureInfo.InvariantCulture, $"{count:#,##0} {(count == 1 ? "process" : "processes")}");

    private static string Bytes(long value) => ReadableNumber.Of(value, ColumnUnit.Bytes);
}
