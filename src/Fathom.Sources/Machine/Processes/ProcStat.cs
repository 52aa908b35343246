using System.Buffers.Text;
using System.Globalization;

namespace Fathom.Sources.Machine.Processes;

/// <summary>
/// What <c>/proc/PID/stat</c> says: <c>PID (COMM) STATE PPID …</c>, fields separated by blanks. COMM may hold blanks and brackets, so the fields
/// are counted from the last closing bracket. Numbers below are those of proc(5): 3 state, 4 parent, 9 flags, 22 start.
/// </summary>
/// <param name="ParentPid">The parent's process number; 0 where it lies outside of our PID namespace.</param>
/// <param name="IsKernelThread">A thread of the kernel: it has no program and no memory of its own.</param>
/// <param name="StartTicks">Clock ticks from boot to the start of the process.</param>
/// <param name="HasEnded">It has ended and waits for its parent to ask how (state Z), or is just being removed (X).</param>
internal readonly record struct ProcStat(int ParentPid, bool IsKernelThread, long StartTicks, bool HasEnded)
{
    // PF_KTHREAD of the kernel's sched.h.
    private const ulong KernelThreadFlag = 0x0020_0000;
    private const int StateField = 3;
    private const int ParentField = 4;
    private const int FlagsField = 9;
    private const int StartField = 22;

    /// <summary>Reads those of a process; false where there is none, or it cannot be read.</summary>
    public static bool TryRead(ProcReader reader, int processId, out ProcStat stat)
    {
        stat = default;
        return reader.Read(processId, "stat"u8, out ReadOnlySpan<byte> text) == ProcReadState.Read && TryParse(text, out stat);
    }

    /// <summary>The start of a process of this machine in clock ticks from boot, as text for a name or a note; null when it has ended. With its number it names a process for ever.</summary>
    public static string? StartOf(int processId)
    {
        using ProcReader reader = new("/proc");
        return TryRead(reader, processId, out ProcStat stat) && !stat.HasEnded ? stat.StartTicks.ToString(CultureInfo.InvariantCulture) : null;
    }

    /// <summary>Reads the fields; false where the text is not of this form.</summary>
    public static bool TryParse(ReadOnlySpan<byte> text, out ProcStat stat)
    {
        stat = default;
        int nameEnd = text.LastIndexOf((byte)')');
        if (nameEnd < 0)
            return false;
        int parent = 0;
        ulong flags = 0;
        long start = -1;
        bool hasEnded = false;
        int field = 2;
        foreach (Range range in text[(nameEnd + 1)..].TrimEnd("\n"u8).Split((byte)' '))
        {
            ReadOnlySpan<byte> value = text[(nameEnd + 1)..][range];
            if (value.IsEmpty)
                continue;
            field++;
            if (field == StateField)
                hasEnded = value[0] is (byte)'Z' or (byte)'X';
            bool ok = field switch
            {
                ParentField => Utf8Parser.TryParse(value, out parent, out _),
                FlagsField => Utf8Parser.TryParse(value, out flags, out _),
                StartField => Utf8Parser.TryParse(value, out start, out _),
                _ => true,
            };
            if (!ok)
                return false;
            if (field == StartField)
                break;
        }

        stat = new ProcStat(parent, (flags & KernelThreadFlag) != 0, start, hasEnded);
        return start >= 0;
    }
}
