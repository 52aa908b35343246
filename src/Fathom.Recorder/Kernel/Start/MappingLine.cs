using System.Globalization;
using Fathom.Formats.PerfData.Writing;

namespace Fathom.Recorder.Kernel.Start;

/// <summary>A line of <c>/proc/PID/maps</c> that is about code: <c>7f00-7f10 r-xp 00001000 08:01 1234    /usr/lib/libc.so.6</c>.</summary>
internal static class MappingLine
{
    // What the kernel calls memory without a file in its own records.
    private const string Nameless = "//anon";

    /// <summary>Reads it; false for what is no code.</summary>
    public static bool TryParse(ReadOnlySpan<char> line, out MappedCode code)
    {
        code = default;
        Span<Range> parts = stackalloc Range[6];
        int count = line.Split(parts, ' ', StringSplitOptions.RemoveEmptyEntries);
        if (count < 5 || line[parts[1]] is not [_, _, 'x', _] rights)
            return false;
        ReadOnlySpan<char> range = line[parts[0]], device = line[parts[3]];
        int dash = range.IndexOf('-'), colon = device.IndexOf(':');
        if (dash < 0 || colon < 0 || !TryHex(range[..dash], out ulong start) || !TryHex(range[(dash + 1)..], out ulong end) || !TryHex(line[parts[2]], out ulong offset)
            || !TryHex(device[..colon], out ulong major) || !TryHex(device[(colon + 1)..], out ulong minor)
            || !ulong.TryParse(line[parts[4]], NumberStyles.None, CultureInfo.InvariantCulture, out ulong inode))
            return false;
        // The path is the rest of the line, with what blanks it has.
        string path = count == 6 ? line[parts[5].Start..].TrimEnd().ToString() : Nameless;
        code = new MappedCode(start, end - start, offset, path, [])
        {
            DeviceMajor = (uint)major,
            DeviceMinor = (uint)minor,
            Inode = inode,
            Protection = (rights[0] == 'r' ? 1u : 0) | (rights[1] == 'w' ? 2u : 0) | 4u,
            Flags = rights[3] == 's' ? 1u : 2u,
        };
        return true;
    }

    private static bool TryHex(ReadOnlySpan<char> text, out ulong value) => ulong.TryParse(text, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out value);
}
