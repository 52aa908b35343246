using System.Collections;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace HeapRoots;

/// <summary>
/// Objects that are held by handles of kinds that no public call makes, or that only wrappers for native code have. Must come after the last collection: the
/// GC takes some of these handles for those of the runtime's own objects.
/// </summary>
internal sealed class RareHandles : IDisposable
{
    private const int AsyncPinned = 4;
    private const int SizedRef = 3;
    private const int RefCounted = 10;

    // Numbers of gcinterface.h.
    private const int TypeOfAsyncPinned = 7;
    private const int TypeOfSizedRef = 8;

    private readonly Wrappers _wrappers = new();
    private readonly List<IntPtr> _handles = [];

    public RareHandles(Manifest manifest)
    {
        manifest.Held(typeof(HeldByAsyncPinnedHandle[]), AsyncPinned, "async_pinned_handle");
        manifest.Held(typeof(HeldBySizedRefHandle), SizedRef, "sized_ref_handle");
        manifest.Held(typeof(HeldByRefCountedHandle), RefCounted, "ref_counted_handle");
        Makers.Apart(Make);
    }

    // At the end of the program nothing may be there that the GC could stumble over.
    public void Dispose() => _handles.ForEach(static handle => Internal("InternalFree", typeof(IntPtr)).Invoke(null, [handle]));

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Make()
    {
        for (int i = 0; i < AsyncPinned; i++)
            _handles.Add(Allocate(new HeldByAsyncPinnedHandle[5], TypeOfAsyncPinned));
        for (int i = 0; i < SizedRef; i++)
            _handles.Add(Allocate(new HeldBySizedRefHandle(), TypeOfSizedRef));
        for (int i = 0; i < RefCounted; i++)
            _wrappers.GetOrCreateComInterfaceForObject(new HeldByRefCountedHandle(), CreateComInterfaceFlags.None);
    }

    private static IntPtr Allocate(object target, int type) =>
        (IntPtr)Internal("InternalAlloc", typeof(object), typeof(GCHandleType)).Invoke(null, [target, (GCHandleType)type])!;

    private static MethodInfo Internal(string name, params Type[] parameters) =>
        typeof(GCHandle).GetMethod(name, BindingFlags.NonPublic | BindingFlags.Static, parameters) ?? throw new InvalidOperationException($"This runtime has no GCHandle.{name}.");

    /// <summary>Shows objects to native code, which counts its references to them.</summary>
    private sealed class Wrappers : ComWrappers
    {
        protected override unsafe ComInterfaceEntry* ComputeVtables(object target, CreateComInterfaceFlags flags, out int count)
        {
            count = 0;
            return null;
        }

        protected override object? CreateObject(nint externalComObject, CreateObjectFlags flags) => null;

        protected override void ReleaseObjects(IEnumerable objects)
        {
        }
    }
}
