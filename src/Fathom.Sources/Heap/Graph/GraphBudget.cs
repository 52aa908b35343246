using System.Globalization;
using Fathom.Model;
using Fathom.Model.Graph.Analyses;
using Fathom.Sources.Heap.Options;
using Fathom.Sources.Machine.Resources;

namespace Fathom.Sources.Heap.Graph;

/// <summary>Says how much memory a graph will take, and refuses it where there is not so much: rather than that the kernel ends this process or its neighbours.</summary>
public static class GraphBudget
{
    // Of a small graph nobody needs to hear.
    private const long SaidFromBytes = 512L * 1024 * 1024;
    private const double MiB = 1024 * 1024;

    /// <summary>Says and checks the estimate.</summary>
    /// <param name="objects">Objects of the graph.</param>
    /// <param name="references">References between them.</param>
    /// <param name="analyses">What is asked of it.</param>
    /// <param name="maxBytes">What it may take, where the user has said so.</param>
    /// <param name="expected">Told the estimate where it is worth to be known.</param>
    /// <exception cref="FathomException">It would take more (<see cref="ExitCode.NotPossible"/>).</exception>
    public static void Check(long objects, long references, IReadOnlyList<IGraphAnalysis> analyses, long? maxBytes, Action<MemoryEstimate>? expected)
    {
        (long bytes, long available) = (GraphMemory.EstimateBytes(objects, references, analyses), AvailableMemory.Read());
        Check(objects, references, bytes, maxBytes, available);
        if (bytes >= SaidFromBytes)
            expected?.Invoke(new MemoryEstimate(bytes, available));
    }

    /// <summary>What a graph may take, in bytes.</summary>
    internal static long Limit(long? maxBytes) => maxBytes ?? AvailableMemory.Read();

    /// <summary>As the other one, with the figures given.</summary>
    internal static void Check(long objects, long references, long bytes, long? maxBytes, long available)
    {
        if (bytes <= (maxBytes ?? available))
            return;
        string graph = string.Create(
            CultureInfo.InvariantCulture,
            $"The graph of about {objects:#,##0} objects and {references:#,##0} references would take about {bytes / MiB:#,##0} MiB of memory (an estimate)");
        string limit = string.Create(CultureInfo.InvariantCulture, $"{(maxBytes ?? available) / MiB:#,##0} MiB");
        throw FathomException.NotPossible(
            maxBytes is null ? $"{graph}, and {limit} are available." : $"{graph}, and '--max-memory' allows {limit}.",
            string.Create(CultureInfo.InvariantCulture, $"write a core with 'fathom dump' and read it on a larger machine, or try anyway with --max-memory {Math.Ceiling(bytes / MiB):0}MiB"));
    }
}
