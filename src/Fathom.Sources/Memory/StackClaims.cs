using System.Globalization;
using System.Text;
using Fathom.Sources.Heap;
using Fathom.Sources.Processes;

namespace Fathom.Sources.Memory;

/// <summary>
/// Stacks of threads: the mapping that a thread's stack pointer lies in. <c>/proc/PID/task/TID/syscall</c> shows the pointer of a thread that waits in a
/// system call (<c>NUMBER ARGUMENTS… SP PC</c>; <c>-1 SP PC</c> outside of one); for one that runs the runtime's own record is used,
/// and for the initial thread the mapping that the kernel names <c>[stack]</c>.
/// </summary>
internal static class StackClaims
{
    private const int Looks = 3;

    /// <summary>Finds the stacks.</summary>
    /// <param name="proc">Reads the files of the threads.</param>
    /// <param name="processId">The process.</param>
    /// <param name="threads">Its threads.</param>
    /// <param name="mappings">All mappings, in address order.</param>
    /// <param name="known">Thread id and an address in its stack, from the runtime.</param>
    /// <param name="missing">Threads whose stack was not found.</param>
    public static List<AddressClaim> Read(
        ProcReader proc, int processId, IReadOnlyList<int> threads, IReadOnlyList<Mapping> mappings, IReadOnlyList<(int ThreadId, ulong Address)> known, out int missing)
    {
        Dictionary<int, ulong> bases = [];
        foreach ((int thread, ulong address) in known)
            bases[thread] = address - 1;
        List<AddressClaim> claims = [];
        missing = 0;
        foreach (int thread in threads)
        {
            ulong pointer = Pointer(proc, processId, thread) ?? bases.GetValueOrDefault(thread);
            if (Name(proc, processId, thread) is not { } name)
                continue;
            if ((Find(mappings, pointer) ?? InitialStack(mappings, processId, thread)) is { IsPrivateWritable: true, Inode: 0 } stack)
                claims.Add(new AddressClaim(new AddressRange(stack.Start, stack.End), MemoryCategories.ThreadStacks, name));
            else
                missing++;
        }

        return claims;
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

    // A thread that runs at one moment often waits at the next.
    private static ulong? Pointer(ProcReader proc, int processId, int thread)
    {
        byte[] file = Encoding.ASCII.GetBytes($"task/{thread}/syscall");
        for (int look = 0; look < Looks; look++)
        {
            if (proc.Read(processId, file, out ReadOnlySpan<byte> text) == ProcReadState.Read && ParsePointer(text) is { } pointer)
                return pointer;
        }

        return null;
    }

    // Null when the thread has ended meanwhile.
    private static string? Name(ProcReader proc, int processId, int thread) =>
        proc.Read(processId, Encoding.ASCII.GetBytes($"task/{thread}/comm"), out ReadOnlySpan<byte> text) == ProcReadState.Read
            ? string.Create(CultureInfo.InvariantCulture, $"{Encoding.UTF8.GetString(text.TrimEnd((byte)'\n'))} (tid {thread})")
            : null;

    // The kernel names the stack of the initial thread, so that one is found also while it runs.
    private static Mapping? InitialStack(IReadOnlyList<Mapping> mappings, int processId, int thread) =>
        thread == processId ? mappings.FirstOrDefault(mapping => mapping.Path == "[stack]") : null;

    private static Mapping? Find(IReadOnlyList<Mapping> mappings, ulong address)
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
