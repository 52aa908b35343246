using System.Buffers.Text;
using System.Globalization;
using Fathom.Formats.PerfData.Writing;
using Fathom.Recorder.Kernel.Calls;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Recorder.Kernel.Start;

/// <summary>Writes in which state each thread of the machine is, read from <c>/proc/PID/task/TID/stat</c> and <c>syscall</c> while switches are recorded already.</summary>
/// <remarks>
/// The time of each is that after it was read: events of a thread before it say more, and a thread without any has had the state since the recording began. What is not read within the limit stays
/// unknown until its first event.
/// </remarks>
internal static class ThreadStatesNow
{
    private const ulong KernelThread = 0x0020_0000;
    private const int FlagsField = 9;
    private const int MostBytes = 1024;
    private const string Letters = "SDTtXZPI";

    /// <summary>Writes them.</summary>
    /// <param name="into">Gets the samples.</param>
    /// <param name="ofEvent">Id of the event, and whether its samples have callers; of these here none are known.</param>
    /// <param name="only">The processes that are meant; null for all.</param>
    /// <param name="tids">The threads that are meant; null for all. One that is not recorded would wait for ever.</param>
    /// <param name="untilNs">When to give up, on the clock of the recording: rings fill meanwhile.</param>
    /// <returns>Threads that were written, and those that the limit left out.</returns>
    public static (int Written, int Unread) Write(
        PerfDataPipe into, (ulong Id, bool HasChain) ofEvent, IReadOnlyList<int>? only, IReadOnlySet<int>? tids, long untilNs)
    {
        byte[] text = new byte[MostBytes];
        int written = 0, unread = 0;
        foreach (int pid in only ?? RunningProcesses.Numbers("/proc"))
        {
            try
            {
                foreach (int tid in RunningProcesses.Numbers(string.Create(CultureInfo.InvariantCulture, $"/proc/{pid}/task")))
                {
                    if (tids?.Contains(tid) == false)
                        continue;
                    if (Clocks.NowNs() >= untilNs)
                        unread++;
                    else
                        written += TryWrite(into, ofEvent, text, pid, tid) ? 1 : 0;
                }
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                // It has ended.
            }
        }

        return (written, unread);
    }

    private static bool TryWrite(PerfDataPipe into, (ulong Id, bool HasChain) ofEvent, byte[] text, int pid, int tid)
    {
        string folder = string.Create(CultureInfo.InvariantCulture, $"/proc/{pid}/task/{tid}/");
        if (!TryState(Read(folder + "stat", text), out int state, out bool isOfKernel))
            return false;
        int syscall = -1;
        // A thread that ran in between has events that say so.
        if (state != 0 && !isOfKernel)
            syscall = Utf8Parser.TryParse(Read(folder + "syscall", text), out int number, out _) ? number : -1;
        into.State(ofEvent.Id, pid, tid, Clocks.NowNs(), state, syscall, ofEvent.HasChain);
        return true;
    }

    private static ReadOnlySpan<byte> Read(string path, byte[] into)
    {
        try
        {
            using SafeFileHandle file = File.OpenHandle(path);
            return into.AsSpan(0, RandomAccess.Read(file, into, 0));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // It has ended, or belongs to somebody else.
            return default;
        }
    }

    /// <summary>The state in a line of <c>stat</c>, by the bits of <c>sched_switch</c>; false where the line is no such line.</summary>
    internal static bool TryState(ReadOnlySpan<byte> stat, out int state, out bool isOfKernel)
    {
        (state, isOfKernel) = (0, false);
        int field = 2;
        ReadOnlySpan<byte> rest = stat[(stat.LastIndexOf((byte)')') + 1)..];
        foreach (Range range in rest.Split((byte)' '))
        {
            ReadOnlySpan<byte> value = rest[range];
            if (value.IsEmpty)
                continue;
            field++;
            if (field == 3 && value[0] != (byte)'R')
            {
                int place = Letters.IndexOf((char)value[0], StringComparison.Ordinal);
                if (place < 0)
                    return false;
                state = 1 << place;
            }

            if (field < FlagsField)
                continue;
            isOfKernel = Utf8Parser.TryParse(value, out ulong flags, out _) && (flags & KernelThread) != 0;
            return true;
        }

        return false;
    }
}
