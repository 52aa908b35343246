using System.Runtime;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace HeapRoots;

/// <summary>Objects that are held by GC handles only.</summary>
internal static class Handles
{
    private const int Strong = 7;
    private const int Pinned = 5;
    private const int Dependents = 6;
    private const int ChainLength = 9;
    private const int Weak = 8;
    private const int DeadDependents = 4;

    private static readonly object s_primary = new();
    private static readonly List<DependentHandle> s_dependents = [];

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Create(Manifest manifest)
    {
        manifest.Held(typeof(HeldByStrongHandle), Strong, "strong_handle");
        for (int i = 0; i < Strong; i++)
            GCHandle.Alloc(new HeldByStrongHandle());
        manifest.Held(typeof(HeldByPinnedHandle[]), Pinned, "pinned_handle");
        for (int i = 0; i < Pinned; i++)
            GCHandle.Alloc(new HeldByPinnedHandle[3], GCHandleType.Pinned);
        manifest.Held(typeof(HeldByDependentHandle), Dependents, "static", "HeapRoots.Handles.s_primary");
        for (int i = 0; i < Dependents; i++)
            s_dependents.Add(new DependentHandle(s_primary, new HeldByDependentHandle()));

        // Each is held by the one before it; the order of the handles is the other way round, so that one pass over them is not enough.
        manifest.Held(typeof(HeldByDependentChain), ChainLength, "static", "HeapRoots.Handles.s_primary");
        HeldByDependentChain[] chain = Makers.Many<HeldByDependentChain>(ChainLength);
        for (int i = ChainLength - 1; i > 0; i--)
            s_dependents.Add(new DependentHandle(chain[i - 1], chain[i]));
        s_dependents.Add(new DependentHandle(s_primary, chain[0]));

        manifest.Dead(typeof(HeldByDeadDependent), DeadDependents);
        for (int i = 0; i < DeadDependents; i++)
            s_dependents.Add(new DependentHandle(new object(), new HeldByDeadDependent()));
        manifest.Dead(typeof(HeldByWeakHandle), Weak);
        for (int i = 0; i < Weak; i++)
            GCHandle.Alloc(new HeldByWeakHandle(), i % 2 == 0 ? GCHandleType.Weak : GCHandleType.WeakTrackResurrection);
    }
}
