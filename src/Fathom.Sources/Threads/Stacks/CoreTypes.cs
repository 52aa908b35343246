using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Threads.Stacks;

/// <summary>
/// Types of the core library that are looked for by their names. ClrMD looks through the names of all types for each, so they are looked for in one pass, and
/// once for a process: they are never unloaded.
/// </summary>
internal sealed class CoreTypes
{
    /// <summary>The limits and counts of the thread pool.</summary>
    public const string Pool = "System.Threading.PortableThreadPool";

    /// <summary>The shared queues of the thread pool.</summary>
    public const string ThreadPool = "System.Threading.ThreadPool";

    /// <summary>The queues of the workers of the thread pool.</summary>
    public const string LocalQueues = "System.Threading.ThreadPoolWorkQueue+WorkStealingQueueList";

    /// <summary>A lock whose readers are counted by each thread for itself.</summary>
    public const string ReaderWriterLock = "System.Threading.ReaderWriterLockSlim";

    private static readonly HashSet<string> s_names = [Pool, ThreadPool, LocalQueues, ReaderWriterLock];

    private readonly Dictionary<string, ulong> _methodTables = [];
    private bool _isLearned;

    /// <summary>Looks for all of them; those that the program has not used yet are not there.</summary>
    public void Learn(ClrRuntime runtime)
    {
        _isLearned = true;
        foreach ((ulong methodTable, int _) in runtime.BaseClassLibrary.EnumerateTypeDefToMethodTableMap())
        {
            if (runtime.GetTypeByMethodTable(methodTable)?.Name is { } name && s_names.Contains(name))
                _methodTables.TryAdd(name, methodTable);
            if (_methodTables.Count == s_names.Count)
                return;
        }
    }

    /// <summary>One of them; null where the program has not used it.</summary>
    public ClrType? Find(ClrRuntime runtime, string name)
    {
        if (!_isLearned)
            Learn(runtime);
        return _methodTables.TryGetValue(name, out ulong methodTable) ? runtime.GetTypeByMethodTable(methodTable) : null;
    }
}
