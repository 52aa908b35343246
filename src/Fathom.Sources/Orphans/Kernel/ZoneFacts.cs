using System.Globalization;

namespace Fathom.Sources.Orphans.Kernel;

/// <summary>What <c>/proc/zoneinfo</c> adds to meminfo.</summary>
/// <param name="ManagedBytes">Pages that the zones hold.</param>
/// <param name="PerProcessorBytes">Free pages that each processor keeps for itself; MemFree does not count them.</param>
internal readonly record struct ZoneFacts(long ManagedBytes, long PerProcessorBytes)
{
    /// <summary>Reads the lines; those of another form are skipped.</summary>
    public static ZoneFacts Parse(IEnumerable<string> lines)
    {
        long managed = 0, perProcessor = 0;
        foreach (string line in lines)
        {
            ReadOnlySpan<char> text = line.AsSpan().Trim();
            if (text.StartsWith("managed "))
                managed += Number(text["managed ".Length..]);
            else if (text.StartsWith("count:"))
                perProcessor += Number(text["count:".Length..]);
        }

        return new ZoneFacts(managed * Environment.SystemPageSize, perProcessor * Environment.SystemPageSize);
    }

    // More pages than any machine has are no number of pages.
    private static long Number(ReadOnlySpan<char> text) =>
        long.TryParse(text.Trim(), NumberStyles.None, CultureInfo.InvariantCulture, out long value) && value < 1L << 44 ? value : 0;
}
