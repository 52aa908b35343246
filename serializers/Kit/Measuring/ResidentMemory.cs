using System.Globalization;
using System.Text;

namespace Fathom.Serializers.Kit.Measuring;

/// <summary>
/// How much the resident memory of this process grows meanwhile, whoever asked for it: managed or native code. The kernel keeps the peak (VmHWM), which is set back
/// to what is in use before each input (clear_refs). A page that was in use before counts for no later input, so this is a lower bound.
/// </summary>
internal sealed class ResidentMemory
{
    private const int MostOfStatus = 4096;

    // proc(5): 5 sets the peak back to what is resident now.
    private static readonly byte[] s_resetPeak = "5\n"u8.ToArray();

    private long? _before;

    /// <summary>From now on.</summary>
    public void Begin()
    {
        _before = null;
        try
        {
            File.WriteAllBytes("/proc/self/clear_refs", s_resetPeak);
            _before = Read("VmRSS:");
        }
        catch (Exception reason) when (reason is IOException or UnauthorizedAccessException)
        {
            // Where the peak cannot be set back there is no figure.
        }
    }

    /// <summary>The most that it grew since <see cref="Begin"/>, in bytes; null where the system does not tell.</summary>
    public long? Growth() => _before is { } before && PeakBytes() is { } peak ? Math.Max(0, peak - before) : null;

    /// <summary>The most that it ever was, or since <see cref="Begin"/>, in bytes; null where the system does not tell.</summary>
    public static long? PeakBytes()
    {
        try
        {
            return Read("VmHWM:");
        }
        catch (Exception reason) when (reason is IOException or UnauthorizedAccessException)
        {
            // Without /proc there is no figure.
            return null;
        }
    }

    private static long? Read(string name)
    {
        Span<byte> status = stackalloc byte[MostOfStatus];
        using FileStream file = new("/proc/self/status", FileMode.Open, FileAccess.Read, FileShare.ReadWrite, bufferSize: 0);
        status = status[..file.Read(status)];
        Span<byte> key = stackalloc byte[16];
        key = key[..Encoding.ASCII.GetBytes(name, key)];
        int at = status.IndexOf(key);
        if (at < 0)
            return null;
        ReadOnlySpan<byte> line = status[(at + key.Length)..];
        int end = line.IndexOf("kB"u8);
        return end > 0 && long.TryParse(line[..end].Trim("\t "u8), NumberStyles.None, CultureInfo.InvariantCulture, out long kilobytes) ? kilobytes * 1024 : null;
    }
}
