using System.Buffers.Text;

namespace Fathom.Sources.Machine.Processes;

/// <summary>A line of <c>/proc/PID/maps</c>: <c>START-END PERMS OFFSET MAJOR:MINOR INODE    PATH</c>. It is valid as long as the text.</summary>
public readonly ref struct MappedRange
{
    private const int RightsLength = 4;

    /// <summary>First address.</summary>
    public ulong Start { get; private init; }

    /// <summary>The address behind the last one.</summary>
    public ulong End { get; private init; }

    /// <summary>Four letters: r, w, x or -, and s where it is shared, else p.</summary>
    public ReadOnlySpan<byte> Rights { get; private init; }

    /// <summary>Place in the file, in bytes.</summary>
    public ulong Offset { get; private init; }

    /// <summary>Major number of the device of the file.</summary>
    public uint DeviceMajor { get; private init; }

    /// <summary>Minor number of the device of the file.</summary>
    public uint DeviceMinor { get; private init; }

    /// <summary>Number of the file on its device; 0 where no file is mapped.</summary>
    public ulong Inode { get; private init; }

    /// <summary>The path with what blanks it has, and with <c> (deleted)</c> where the file is; empty where no file is mapped.</summary>
    public ReadOnlySpan<byte> Path { get; private init; }

    /// <summary>Whether it is code.</summary>
    public bool IsExecutable => Rights[2] == (byte)'x';

    /// <summary>Reads a line, without its end; false where it is none.</summary>
    public static bool TryParse(ReadOnlySpan<byte> line, out MappedRange range)
    {
        range = default;
        if (!TryHex(ref line, (byte)'-', out ulong start) || !TryHex(ref line, (byte)' ', out ulong end) || line.Length <= RightsLength || line[RightsLength] != (byte)' ')
            return false;
        ReadOnlySpan<byte> rights = line[..RightsLength];
        line = line[(RightsLength + 1)..];
        if (!TryHex(ref line, (byte)' ', out ulong offset) || !TryHex(ref line, (byte)':', out ulong major) || !TryHex(ref line, (byte)' ', out ulong minor)
            || !Utf8Parser.TryParse(line, out ulong inode, out int digits))
        {
            return false;
        }

        range = new MappedRange
        {
            Start = start,
            End = end,
            Rights = rights,
            Offset = offset,
            DeviceMajor = (uint)major,
            DeviceMinor = (uint)minor,
            Inode = inode,
            Path = line[digits..].TrimStart((byte)' '),
        };
        return true;
    }

    private static bool TryHex(ref ReadOnlySpan<byte> rest, byte behind, out ulong value)
    {
        bool isThere = Utf8Parser.TryParse(rest, out value, out int digits, 'x') && digits < rest.Length && rest[digits] == behind;
        rest = isThere ? rest[(digits + 1)..] : rest;
        return isThere;
    }
}
