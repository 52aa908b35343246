using System.Runtime.InteropServices;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Threads.Locks;

/// <summary>
/// Reads which threads wait for a mutex of glibc, and who has it. Such a wait is a futex at the begin of the mutex, whose value is 2:
/// locked, and somebody waits. Behind it are the count and the number of the owner.
/// </summary>
internal static class NativeMutexes
{
    private const uint LockedAndWaitedFor = 2;
    private const int OwnerAt = 2;
    private const int UsersAt = 3;
    private const int KindAt = 4;
    private const int Words = 5;

    // The flags of robust, inheriting and protecting mutexes, whose words mean something else, are above these.
    private const int MostKind = 3;

    /// <summary>The waits in a stop, by the numbers of the threads that wait.</summary>
    /// <param name="threadIds">All threads.</param>
    /// <param name="memory">The target's memory.</param>
    /// <param name="registers">Reads the registers of a thread; null where they cannot be read.</param>
    public static Dictionary<int, (ulong Address, int OwnerTid)> Waits(
        IReadOnlyList<int> threadIds, ITargetMemory memory, Func<int, ThreadRegisters?> registers)
    {
        Dictionary<int, (ulong Address, int OwnerTid)> waits = [];
        Span<int> words = stackalloc int[Words];
        foreach (int tid in threadIds)
        {
            if (registers(tid)?.FutexWait is not (var address, LockedAndWaitedFor))
                continue;
            Span<byte> bytes = MemoryMarshal.AsBytes(words);
            bool isMutex = memory.Read(address, bytes) == bytes.Length && words[0] == LockedAndWaitedFor && words[OwnerAt] > 0
                && words[UsersAt] > 0 && words[KindAt] is >= 0 and <= MostKind;
            if (isMutex)
                waits.Add(tid, (address, words[OwnerAt]));
        }

        return waits;
    }
}
