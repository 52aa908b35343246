namespace HeapMix;

/// <summary>What the GC itself says of the heap, as one line of JSON.</summary>
internal static class Totals
{
    public static string Collect()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
        GCMemoryInfo info = GC.GetGCMemoryInfo(GCKind.FullBlocking);
        long live = GC.GetTotalMemory(forceFullCollection: false);
        return $$"""{"total_memory_bytes": {{live}}, "heap_size_bytes": {{info.HeapSizeBytes}}, "fragmented_bytes": {{info.FragmentedBytes}}, "committed_bytes": {{info.TotalCommittedBytes}}}""";
    }
}
