namespace Fathom.Model.Threads;

/// <summary>The values of <c>thread.kind</c>.</summary>
public static class ThreadKinds
{
    /// <summary>A thread that the program has started.</summary>
    public const string Managed = "managed";

    /// <summary>A worker of the thread pool.</summary>
    public const string Pool = "pool";

    /// <summary>The thread that runs finalizers.</summary>
    public const string Finalizer = "finalizer";

    /// <summary>A thread that the collector works with.</summary>
    public const string Gc = "gc";

    /// <summary>Not known: the runtime was not asked.</summary>
    public const string Unknown = "unknown";

    /// <summary>A thread that has never run code of a managed runtime; every thread of a program without one, such as a NativeAOT program.</summary>
    public const string Native = "native";
}
