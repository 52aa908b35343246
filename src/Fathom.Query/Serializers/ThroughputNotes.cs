using System.Globalization;
using Fathom.Model.Results;
using Fathom.Query.Sessions;
using Fathom.Storage.Recordings;

namespace Fathom.Query.Serializers;

/// <summary>What the machine lets threads do, and what of a throughput is not known.</summary>
internal static class ThroughputNotes
{
    /// <summary>A sentence each.</summary>
    /// <param name="throughput">Rows of <see cref="SerializerShapes.Throughput"/>.</param>
    /// <param name="machine">Where it was measured.</param>
    public static IEnumerable<string> Of(ResultTable throughput, ManifestMachine machine)
    {
        TableRow[] measured = [.. TableRow.All(throughput).Where(static row => row.Number("threads") is not null)];
        if (measured.Length == 0)
            yield break;
        long[] more = [.. measured.Select(static row => row.Number("threads")!.Value).Where(threads => threads > machine.Processors).Distinct().Order()];
        yield return more.Length == 0
            ? string.Create(CultureInfo.InvariantCulture, $"measured on {Processors(machine)}")
            : string.Create(
                CultureInfo.InvariantCulture,
                $"measured on {Processors(machine)}: {string.Join(", ", more)} threads share {(machine.Processors == 1 ? "it" : "them")}, so their "
                + $"efficiency cannot be above "
                + $"{string.Join(", ", more.Select(threads => ((double)machine.Processors / threads).ToString("0.##", CultureInfo.InvariantCulture)))}; "
                + $"more than that is noise");
        if (!measured.Any(static row => row.Number("threads") > 1))
            yield return "only one thread was measured: --threads 1,2 also measures two";
        else if (measured.Any(static row => !row.HasReal("efficiency")))
            yield return "without one thread in the same process there is no efficiency: --threads 1,2 measures both";
        else if (measured.Any(static row => row.Number("threads") > 1 && !row.HasReal("efficiency_low")))
            yield return "efficiency has bounds from three processes each on";
    }

    private static string Processors(ManifestMachine machine) => string.Create(CultureInfo.InvariantCulture, $"{machine.Processors} {(machine.Processors == 1 ? "processor" : "processors")}");
}
