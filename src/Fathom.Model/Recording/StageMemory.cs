using System.Runtime;

namespace Fathom.Model.Recording;

/// <summary>
/// Gives memory back between the stages of reading a trace. What one stage kept is garbage in the next; the collector would notice only after its heap had grown.
/// </summary>
public static class StageMemory
{
    // Below this a collection costs more than it gives.
    private const long LeastBytes = 128L << 20;

    /// <summary>Collects and compacts the whole heap if it is large; some hundred milliseconds.</summary>
    public static void GiveBack()
    {
        if (GC.GetTotalMemory(forceFullCollection: false) < LeastBytes)
            return;
        GCSettings.LargeObjectHeapCompactionMode = GCLargeObjectHeapCompactionMode.CompactOnce;
        GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);
    }
}
