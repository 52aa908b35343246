using System.Globalization;
using System.Text;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Memory;

/// <summary>
/// Stacks of threads: the mapping that a thread's stack pointer lies in. <c>/proc/PID/task/TID/syscall</c> shows the pointer of a thread that waits in a
/// system call (<c>NUMBER ARGUMENTS… SP PC</c>; <c>-1 SP PC</c> outside of one); for one that runs the runtime's own record is used,
/// and for the initial thread the mapping that the kernel names <c>[stack]</c>.
/// </summary>
internal static class StackClaims
{
    // A thread that runs at one moment often waits some milliseconds later, and one that computes all the time is given up.
    private static readonly int[] s_waitsMs = [1, 2, 4, 8, 16];

    /// <summary>Finds the stacks.</summary>
    /// <param name="proc">Reads the files of the threads.</param>
    /// <param name="processId">Number of the process (pid).</param>
    /// <param name="threads">Its threads.</param>
    /// <param name="mappings">All mappings, in address order.</param>
    /// <param name="known">Thread id and an address in its stack, from the runtime.</param>
    /// <param name="isStopped">Whether the process stands still, so that a later look would find nothing else.</param>
    /// <param name="due">Time is up: ends it with <see cref="OperationCanceledException"/>.</param>
    /// <param name="missing">Threads whose stack was not found.</param>
    public static List<AddressClaim> Read(
        ProcReader proc,
        int processId,
        IReadOnlyList<int> threads,
        IReadOnlyList<Mapping> mappings,
        IReadOnlyList<(int ThreadId, ulong Address)> known,
        bool isStopped,
        CancellationToken due,
        out int missing)
    {
        Dictionary<int, ulong> bases = [];
        foreach ((int thread, ulong address) in known)
            bases[thread] = address - 1;
        List<AddressClaim> claims = [];
        List<int> waiting = [.. threads];
        for (int look = 0; ; look++)
        {
            waiting.RemoveAll(IsDone);
            if (waiting.Count == 0 || isStopped || look == s_waitsMs.Length)
                break;
            due.WaitHandle.WaitOne(s_waitsMs[look]);
            due.ThrowIfCancellationRequested();
        }

        missing = waiting.Count;
        return claims;

        bool IsDone(int thread)
        {
            ulong pointer = Pointer(proc, processId, thread) ?? bases.GetValueOrDefault(thread);
            if (Name(proc, processId, thread) is not { } name)
                return true;
            if ((Find(mappings, pointer) ?? InitialStack(mappings, processId, thread)) is not { IsPrivateWritable: true, Inode: 0 } stack)
                return false;
            claims.Add(new AddressClaim(new AddressRange(stack.Start, stack.End), MemoryCategories.ThreadStacks, name));
            return true;
        }
    }

    /// <summary>The stack pointer in the text of a <c>syscall</c> file, or null.</summary>
    internal static ulong? ParsePointer(ReadOnlySpan<byte> text)
    {
        text = text.TrimEnd((byte)'\n');
        int last = text.LastIndexOf((byte)' ');
        if (last < 0)
            return null;
        ReadOnlySpan<byte> before = text[..last];
        ReadOnlySpan<byte> word = before[(before.LastIndexOf((byte)' ') + 1)..];
        return word.StartsWith("0x"u8) && ulong.TryParse(word[2..], NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out ulong pointer) ? pointer : null;
    }

    private static ulong? Pointer(ProcReader proc, int processId, int thread) =>
        proc.Read(processId, Encoding.ASCII.GetBytes($"task/{thread}/syscall"), out ReadOnlySpan<byte> text) == ProcReadState.Read ? ParsePointer(text) : null;

    // Null when the thread has ended meanwhile.
    private static string? Name(ProcReader proc, int processId, int thread) =>
        proc.Read(processId, Encoding.ASCII.GetBytes($"task/{thread}/comm"), out ReadOnlySpan<byte> text) == ProcReadState.Read
            ? string.Create(CultureInfo.InvariantCulture, $"{Encoding.UTF8.GetString(text.TrimEnd((byte)'\n'))} (tid {thread})")
            : null;

    // The kernel names the stack of the initial thread, so that one is found also while it runs.
    private static Mapping? InitialStack(IReadOnlyList<Mapping> mappings, int processId, int thread) =>
        thread == processId ? mappings.FirstOrDefault(mapping => mapping.Path == "[stack]") : null;

    /// <summary>The mapping that an address lies in, or null.</summary>
    internal static Mapping? Find(IReadOnlyList<Mapping> mappings, ulong address)
    {
        int low = 0, high = mappings.Count;
        while (low < high)
        {
            int middle = (low + high) / 2;
            if (mappings[middle].End <= address)
                low = middle + 1;
            else
                high = middle;
        }

        return low < mappings.Count && mappings[low].Start <= address ? mappings[low] : null;
    }
}
