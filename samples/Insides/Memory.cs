using System.Text.Json;

namespace Insides;

/// <summary>What the GC says of its memory after a full collection.</summary>
internal static class Memory
{
    public static string Describe()
    {
        GC.Collect();
        GCMemoryInfo info = GC.GetGCMemoryInfo(GCKind.FullBlocking);
        return JsonSerializer.Serialize(new Dictionary<string, long>
        {
            ["heap_bytes"] = info.HeapSizeBytes,
            ["large_fragmented_bytes"] = info.GenerationInfo[3].FragmentationAfterBytes,
            ["gen2_fragmented_bytes"] = info.GenerationInfo[2].FragmentationAfterBytes,
            ["fragmented_bytes"] = info.FragmentedBytes,
            ["committed_bytes"] = info.TotalCommittedBytes,
            ["pinned_objects"] = info.PinnedObjectsCount,
        });
    }
}
