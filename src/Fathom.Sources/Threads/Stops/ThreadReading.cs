using Fathom.Sources.Threads.Intervals;
using Fathom.Sources.Threads.Locks;
using Fathom.Sources.Threads.Stacks;
using Fathom.Sources.Threads.Unwinding;

namespace Fathom.Sources.Threads.Stops;

/// <summary>What one look gave for one thread.</summary>
internal sealed class ThreadReading
{
    /// <summary>Number of the operating system.</summary>
    public required int Tid { get; init; }

    /// <summary>Number of the runtime; null for threads that never ran managed code.</summary>
    public int? ManagedId { get; init; }

    /// <summary>One of <see cref="Fathom.Model.Threads.ThreadKinds"/>.</summary>
    public required string Kind { get; init; }

    /// <summary>Name, or null.</summary>
    public string? Name { get; set; }

    /// <summary>What the kernel said before the stop; null for a dump, and for threads that started later.</summary>
    public IntervalThread? Observed { get; init; }

    /// <summary>Managed frames, innermost first.</summary>
    public IReadOnlyList<StackEntry> Frames { get; init; } = [];

    /// <summary>Live references of the frames.</summary>
    public IReadOnlyList<HeldReference> References { get; init; } = [];

    /// <summary>What its native frames can be told from; null where its registers could not be read.</summary>
    public NativeStart? NativeStart { get; set; }

    /// <summary>Native functions inside of the innermost managed frame, innermost first.</summary>
    public IReadOnlyList<KnownMethod> NativeFrames { get; set; } = [];

    /// <summary>What it waits for, or null.</summary>
    public WaitObject? Wait { get; set; }

    /// <summary>Type of the exception that it handles, or null.</summary>
    public string? ExceptionType { get; init; }

    /// <summary>Its message, or null.</summary>
    public string? ExceptionMessage { get; init; }

    /// <summary>Where most glances found it; null for threads that were not busy, or not in managed code.</summary>
    public GlancePlace? Place { get; init; }
}
