using System.Buffers.Text;
using Fathom.Sources.Traces.Perf;

namespace Fathom.Sources.Traces.Live;

/// <summary>The code that a running process has mapped: lines <c>START-END PERMS OFFSET MAJOR:MINOR INODE    PATH</c> of <c>/proc/PID/maps</c>.</summary>
internal static class ExecutableMappings
{
    /// <summary>Reads it.</summary>
    /// <param name="pid">The process.</param>
    /// <param name="images">The places that code comes from.</param>
    /// <param name="space">Gets the mappings.</param>
    /// <returns>False where the process has gone, or is not ours to read.</returns>
    public static bool TryRead(int pid, CodeImages images, AddressSpace space)
    {
        try
        {
            ReadOnlySpan<byte> rest = File.ReadAllBytes($"/proc/{pid}/maps");
            while (!rest.IsEmpty)
            {
                int end = rest.IndexOf((byte)'\n');
                if (TryParse(end < 0 ? rest : rest[..end], images, pid, out CodeMapping mapping))
                    space.Add(in mapping);
                rest = end < 0 ? default : rest[(end + 1)..];
            }

            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    /// <summary>Reads a line.</summary>
    /// <returns>False where it is not code.</returns>
    public static bool TryParse(ReadOnlySpan<byte> line, CodeImages images, int pid, out CodeMapping mapping)
    {
        mapping = default;
        if (!TryHex(ref line, (byte)'-', out ulong start) || !TryHex(ref line, (byte)' ', out ulong end) || line.Length < 5 || line[2] != 'x' || line[4] != ' ')
            return false;
        line = line[5..];
        if (!TryHex(ref line, (byte)' ', out ulong offset) || !TryHex(ref line, (byte)':', out ulong major) || !TryHex(ref line, (byte)' ', out ulong minor)
            || !Utf8Parser.TryParse(line, out ulong inode, out int digits))
        {
            return false;
        }

        mapping = new CodeMapping(start, end, offset, images.Of(line[digits..].TrimStart((byte)' '), default, pid), new FileNumber((major << 32) | minor, inode));
        return true;
    }

    private static bool TryHex(ref ReadOnlySpan<byte> rest, byte behind, out ulong value)
    {
        bool isThere = Utf8Parser.TryParse(rest, out value, out int digits, 'x') && digits < rest.Length && rest[digits] == behind;
        rest = isThere ? rest[(digits + 1)..] : rest;
        return isThere;
    }
}
