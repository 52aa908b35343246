namespace Fathom.Query.Why;

/// <summary>The rules of <c>fathom why</c>.</summary>
public static class Causes
{
    private const string NoProcessor = "no processor";
    private const string NotFree = "it could run and found no free processor";
    private const string Callees = "--callees {0}";

    /// <summary>What no rule explains.</summary>
    public const string Unexplained = "not explained";

    /// <summary>Causes that are too small for rows of their own.</summary>
    public const string Other = "other";

    /// <summary>All of them. The first that fits counts.</summary>
    public static IReadOnlyList<Cause> All { get; } =
    [
        new("own", null, "run: own code", "it runs its own code", "cpu") { Options = Callees },
        new("few", null, "run: few samples", "it runs (too few samples tell what)", "cpu") { HasMethod = false },
        new("framework", null, "run: framework", "it runs .NET's code, called by no method of its own", "cpu") { HasMethod = false },
        new("native", null, "run: native code", "it runs native code on threads without .NET code", "cpu") { Where = "of" },
        new("gc", null, "GC", "it collects garbage, or stands still for that", "gc") { HasMethod = false },
        new("wait", "GC", "GC", "it collects garbage, or stands still for that", "gc") { HasMethod = false },
        new("jit", null, "run: JIT compiler", "it compiles methods", "jit") { HasMethod = false },
        new("exception", null, "run: exceptions", "it throws exceptions", "exceptions"),
        new("events", null, "run: tracing", "its runtime writes events for a recorder", "events") { HasMethod = false },
        new("others", null, "ready: others ran", NotFree, "processes") { HasMethod = false, Group = NoProcessor },
        new("crowd", null, "ready: own ran", NotFree, "threads") { HasMethod = false, Group = NoProcessor },
        new("free", null, "ready: woken", "it could run and did not run yet, though a processor was free", "threads") { HasMethod = false },
        new("throttled", null, "ready: throttled", "it could run and its control group had used up its processor time", "machine")
        {
            HasMethod = false,
        },
        new("wait", "lock", "wait: lock", "it waits for a lock", "locks"),
        new("wait", "task", "wait: task", "it blocks a thread until a task ends", "waits") { Options = Callees },
        new("wait", "sleep", "wait: sleep", "it sleeps", "waits") { Options = Callees },
        new("wait", "file", "wait: file", "it waits for files", "waits") { Options = Callees },
        new("wait", "disk", "wait: disk", "it waits for a disk", "waits") { Options = Callees },
        new("wait", "socket", "wait: network", "it waits for the network", "waits") { Options = Callees },
        new("wait", "http", "wait: HTTP", "it waits for HTTP answers", "waits") { Options = Callees },
        new("wait", "tls", "wait: TLS", "it waits for a TLS connection", "waits") { Options = Callees },
        new("wait", "dns", "wait: DNS", "it waits for DNS", "waits") { Options = Callees },
        new("wait", "semaphore", "wait: semaphore", "it waits for a semaphore", "waits") { Options = Callees },
        new("wait", "event", "wait: event", "it waits for an event", "waits") { Options = Callees },
        new("wait", "monitor wait", "wait: Monitor", "it is in Monitor.Wait", "waits") { Options = Callees },
        new("wait", "queue", "wait: queue", "it waits for an empty or full queue", "waits") { Options = Callees },
        new("wait", "process", "wait: process", "it waits for the end of a process", "waits") { Options = Callees },
        new("wait", "pipe", "wait: pipe", "it waits for a pipe", "waits") { Options = Callees },
        new("wait", "console", "wait: console", "it waits for the console", "waits") { Options = Callees },
        new("wait", null, "wait: unknown", "it waits, and the recording does not tell for what,", "waits") { Options = Callees },
    ];

    /// <summary>The rule for a part of the time; null where none explains it.</summary>
    /// <param name="part">The part.</param>
    /// <param name="kind">Its kind; null for none.</param>
    public static Cause? Of(string part, string? kind) =>
        All.FirstOrDefault(cause => cause.Part == part && (part != "wait" || cause.Kind == kind));

    /// <summary>
    /// Whether a part is none of the time that shares are of: waits for work, those that last all the time, and those for threads that
    /// have rows of their own.
    /// </summary>
    public static bool IsLeftOut(string part) => part is "idle" or "standing" or "joined" or "outside";
}
