using System.Buffers.Binary;
using System.Text;
using Fathom.Formats.PerfData.Fields;
using Fathom.Formats.PerfData.Records;

namespace Fathom.Formats.PerfData.Features;

/// <summary>Reads build ids: records of their own kind, in the feature section and in a pipe.</summary>
/// <remarks>
/// <code>u32 type, u16 misc, u16 size, i32 pid, 24 bytes, path up to size</code>
/// <para>The 24 bytes are the build id, and behind 20 of it its length where bit 15 of misc is set; else it has 20.</para>
/// </remarks>
internal static class BuildIdParser
{
    private const int HeadBytes = 8;
    private const int LeastBytes = 36;
    private const int MostIdBytes = 20;

    /// <summary>Reads the section.</summary>
    /// <returns>Whether all of it made sense.</returns>
    public static bool TryParse(ReadOnlySpan<byte> section, List<BuildIdEntry> into)
    {
        while (section.Length >= HeadBytes)
        {
            int size = BinaryPrimitives.ReadUInt16LittleEndian(section[6..]);
            if (size < LeastBytes || size > section.Length)
                return false;
            into.Add(Entry(BinaryPrimitives.ReadUInt16LittleEndian(section[4..]), section[HeadBytes..size]));
            section = section[size..];
        }

        return section.IsEmpty;
    }

    /// <summary>Reads one without its head.</summary>
    /// <returns>Null where it is too short.</returns>
    public static BuildIdEntry? Parse(ushort misc, ReadOnlySpan<byte> body) => body.Length < LeastBytes - HeadBytes ? null : Entry(misc, body);

    private static BuildIdEntry Entry(ushort misc, ReadOnlySpan<byte> body)
    {
        int length = (misc & PerfMisc.Bit15) != 0 ? Math.Min(body[4 + MostIdBytes], (byte)MostIdBytes) : MostIdBytes;
        return new BuildIdEntry(
            Encoding.UTF8.GetString(RecordFields.UpToZero(body[28..])),
            Convert.ToHexStringLower(body.Slice(4, length)),
            BinaryPrimitives.ReadInt32LittleEndian(body),
            (misc & PerfMisc.ModeMask) is (int)PerfCpuMode.Kernel or (int)PerfCpuMode.GuestKernel);
    }
}
