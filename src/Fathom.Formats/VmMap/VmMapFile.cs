namespace Fathom.Formats.VmMap;

/// <summary>What a file holds that VMMap wrote as CSV. Sizes in bytes.</summary>
/// <param name="ProcessName">File name of the process's program.</param>
/// <param name="ProcessId">Its number.</param>
/// <param name="PageTableBytes">Its page tables.</param>
/// <param name="Regions">Its regions; the blocks that they consist of are left out.</param>
public sealed record VmMapFile(string ProcessName, int ProcessId, long PageTableBytes, IReadOnlyList<VmMapRegion> Regions)
{
    private static ReadOnlySpan<byte> ByteOrderMark => [0xEF, 0xBB, 0xBF];

    /// <summary>Whether a file begins as VMMap begins its CSV files.</summary>
    /// <param name="head">Its first bytes.</param>
    public static bool IsHead(ReadOnlySpan<byte> head)
    {
        ReadOnlySpan<byte> text = head.StartsWith(ByteOrderMark) ? head[3..] : head;
        return text.StartsWith("\"Process:\","u8) && text.IndexOf("\"PID:\","u8) > 0;
    }
}
