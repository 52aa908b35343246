using Fathom.Model.Threads;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Stacks;

/// <summary>Reads all threads of a target that stands still: those of the runtime with their stacks, and the others by number.</summary>
/// <param name="runtime">The runtime.</param>
/// <param name="watched">What the kernel said before the stop; empty for a dump.</param>
/// <param name="due">Signalled when the target must run again.</param>
internal sealed class ThreadReader(ClrRuntime runtime, IReadOnlyList<WatchedThread> watched, CancellationToken due)
{
    private const string PoolWorker = "System.Threading.PortableThreadPool+WorkerThread";

    private readonly Dictionary<int, WatchedThread> _watched = watched.ToDictionary(static thread => thread.Last.Tid);
    private readonly List<int> _cutStacks = [];

    /// <summary>The methods met.</summary>
    public MethodBook Methods { get; } = new();

    /// <summary>Threads whose stacks have more frames than are read.</summary>
    public IReadOnlyList<int> CutStacks => _cutStacks;

    /// <summary>Reads them, in the order of their numbers.</summary>
    /// <param name="threadIds">All threads that the target has.</param>
    public List<ThreadReading> Read(IEnumerable<int> threadIds)
    {
        Dictionary<int, ThreadReading> threads = [];
        foreach (ClrThread thread in runtime.Threads)
        {
            due.ThrowIfCancellationRequested();
            if (thread.IsAlive && thread.OSThreadId != 0)
                threads.TryAdd((int)thread.OSThreadId, Managed(thread));
        }

        foreach (int tid in threadIds)
            threads.TryAdd(tid, new ThreadReading { Tid = tid, Kind = ThreadKinds.Native, Name = NameOf(tid), Watched = _watched.GetValueOrDefault(tid) });
        return [.. threads.Values.OrderBy(static thread => thread.Tid)];
    }

    private ThreadReading Managed(ClrThread thread)
    {
        int tid = (int)thread.OSThreadId;
        List<StackEntry> frames = ManagedStack.Read(thread, Methods, out bool isCut, due);
        if (isCut)
            _cutStacks.Add(tid);
        WatchedThread? seen = _watched.GetValueOrDefault(tid);
        ClrException? exception = thread.CurrentException;
        return new ThreadReading
        {
            Tid = tid,
            ManagedId = thread.ManagedThreadId,
            Kind = Kind(thread, frames),
            Name = NameOf(tid),
            Watched = seen,
            Frames = frames,
            Wait = WaitShape.Find(frames) is { } shape ? WaitReader.Read(thread, frames, shape) : null,
            ExceptionType = exception?.Type.Name,
            ExceptionMessage = exception?.Message,
            Place = Place(seen),
        };
    }

    private static string Kind(ClrThread thread, List<StackEntry> frames) => thread switch
    {
        { IsFinalizer: true } => ThreadKinds.Finalizer,
        { IsGc: true } => ThreadKinds.Gc,
        _ => frames.Exists(static frame => frame.Method.TypeName == PoolWorker) ? ThreadKinds.Pool : ThreadKinds.Managed,
    };

    private string? NameOf(int tid) => _watched.TryGetValue(tid, out WatchedThread? thread) && thread.Last.Name.Length > 0 ? thread.Last.Name : null;

    // Glances that found no managed code, such as those at a thread that a collection held, say nothing of its place.
    private GlancePlace? Place(WatchedThread? thread)
    {
        KnownMethod[] places = [.. (thread?.Glances ?? []).Select(InnermostManaged).OfType<KnownMethod>()];
        if (places.Length == 0)
            return null;
        IGrouping<KnownMethod, KnownMethod> most = places.GroupBy(static method => method).OrderByDescending(static group => group.Count()).First();
        return new GlancePlace(most.Key, most.Count(), places.Length);
    }

    private KnownMethod? InnermostManaged(Glance glance)
    {
        for (int i = 0; i < glance.Addresses.Length; i++)
        {
            // A return address may already belong to the code behind the method that made the call.
            ulong address = i == 0 ? glance.Addresses[i] : glance.Addresses[i] - 1;
            if (runtime.GetMethodByInstructionPointer(address) is { } method)
                return Methods.Managed(method);
        }

        return null;
    }
}
