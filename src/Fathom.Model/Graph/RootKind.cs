namespace Fathom.Model.Graph;

/// <summary>What keeps an object alive from outside the heap; the most telling first. Names in tables are snake_case.</summary>
public enum RootKind
{
    /// <summary>A static field.</summary>
    Static,

    /// <summary>A static field with one value per thread.</summary>
    ThreadStatic,

    /// <summary>A local variable or register of a method that runs.</summary>
    Stack,

    /// <summary>A GC handle that keeps its object alive.</summary>
    StrongHandle,

    /// <summary>A GC handle that also keeps its object in place.</summary>
    PinnedHandle,

    /// <summary>A handle of native asynchronous I/O.</summary>
    AsyncPinnedHandle,

    /// <summary>A handle that native code counts references on.</summary>
    RefCountedHandle,

    /// <summary>A strong handle that the GC also sums sizes for.</summary>
    SizedRefHandle,

    /// <summary>Dead but for its finalizer, which has yet to run.</summary>
    FinalizerReady,

    /// <summary>
    /// Held by nothing but the list of objects with finalizers: the next collection does not free it, it moves it to those that are ready.
    /// </summary>
    FinalizerRegistered,

    /// <summary>A root that the source names in a way of its own, or not at all.</summary>
    Other,
}
