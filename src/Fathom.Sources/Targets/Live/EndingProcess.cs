using System.Buffers.Text;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Sources.Targets.Live;

/// <summary>
/// Tells a process that is ending. It gives up its memory and its files first and is listed for a while longer; what the kernel then says of it sounds as if
/// reading were forbidden, or as if its runtime's files were missing. Its flags tell: PF_EXITING of the kernel's sched.h, in the ninth field of stat.
/// </summary>
internal static class EndingProcess
{
    // The seventh behind the name, which may hold blanks.
    private const int FlagsField = 7;
    private const uint Exiting = 4;

    /// <summary>Whether a process of this machine is ending or has ended.</summary>
    public static bool Is(int pid)
    {
        using ProcReader reader = new("/proc");
        return Is(pid, reader);
    }

    /// <summary>Whether a process is ending or has ended.</summary>
    /// <param name="pid">Number of the process (pid).</param>
    /// <param name="reader">Reads what the kernel shows of it.</param>
    public static bool Is(int pid, ProcReader reader)
    {
        if (reader.Read(pid, "stat"u8, out ReadOnlySpan<byte> text) != ProcReadState.Read)
            return reader.Read(pid, "status"u8, out _) != ProcReadState.Read;
        ReadOnlySpan<byte> rest = text[(text.LastIndexOf((byte)')') + 1)..].TrimStart((byte)' ');
        for (int field = 1; field < FlagsField; field++)
            rest = rest[(rest.IndexOf((byte)' ') + 1)..];
        return Utf8Parser.TryParse(rest, out uint flags, out _) && (flags & Exiting) != 0;
    }
}
