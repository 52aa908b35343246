using Fathom.Sources.Threads.Stacks;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Threads.Locks;

/// <summary>Reads what of locks lies outside of the heap, and so only while the target stands still.</summary>
internal static class HeldLocks
{
    private const int MaxReaderCounts = 10_000;

    /// <summary>Readers of ReaderWriterLockSlim: each thread keeps, in a thread static list, how often it has entered which lock.</summary>
    public static IEnumerable<HeldReader> Readers(ClrRuntime runtime, CoreTypes types, CancellationToken due)
    {
        ClrThreadStaticField? counts = types.Find(runtime, CoreTypes.ReaderWriterLock)?.ThreadStaticFields.FirstOrDefault(static field => field.Name == "t_rwc");
        if (counts is null)
            yield break;
        foreach (ClrThread thread in runtime.Threads)
        {
            due.ThrowIfCancellationRequested();
            if (!thread.IsAlive || !counts.IsInitialized(thread))
                continue;
            ClrObject entry = counts.ReadObject(thread);
            for (int i = 0; i < MaxReaderCounts && entry.IsValid; i++)
            {
                if (entry.TryReadField("readercount", out int count) && count > 0 && entry.TryReadField("lockID", out long id))
                    yield return new HeldReader(id, thread.ManagedThreadId, count);
                entry.TryReadObjectField("next", out ClrObject next);
                entry = next;
            }
        }
    }
}
