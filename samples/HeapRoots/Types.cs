namespace HeapRoots;

// One type per way to be held, so that a count of a type is a count of what one kind of root holds.

internal sealed class HeldByStatic;

internal sealed class HeldByStructStatic;

internal sealed class HeldByGenericStatic;

internal sealed class HeldByThreadStatic;

internal sealed class HeldByGenericThreadStatic;

internal sealed class HeldByCollectibleStatic;

internal sealed class HeldByStack;

internal sealed class HeldByInterior
{
    public int Value;
}

internal sealed class HeldByStrongHandle;

internal sealed class HeldBySizedRefHandle;

internal sealed class HeldByRefCountedHandle;

internal struct HeldByAsyncPinnedHandle
{
    public int Value { get; set; }
}

internal struct HeldByPinnedHandle
{
    public long Value { get; set; }
}

internal sealed class HeldByDependentHandle;

internal sealed class HeldByDependentChain;

internal sealed class HeldByWeakHandle;

internal sealed class HeldByDeadDependent;

internal sealed class HeldByReadyFinalizer
{
    public required HeldBehindReadyFinalizer Next { get; init; }

    ~HeldByReadyFinalizer() => GC.KeepAlive(Next);
}

internal sealed class HeldBehindReadyFinalizer;

internal sealed class HeldByRegisteredFinalizer
{
    ~HeldByRegisteredFinalizer() => GC.KeepAlive(this);
}

internal sealed class DeadWithSuppressedFinalizer : IDisposable
{
    public void Dispose() => GC.SuppressFinalize(this);

    ~DeadWithSuppressedFinalizer() => GC.KeepAlive(this);
}

internal sealed class Dead
{
    public object? Next { get; set; }
}

internal struct Holder
{
    public object? Items;
    public int Number;
}

internal static class Store<T>
{
    public static object? Items;

    [ThreadStatic]
    public static object? ThreadItems;
}

internal sealed class Marker;
