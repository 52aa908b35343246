using Fathom.Sources.Events;
using Fathom.Sources.Events.Maps;
using Fathom.Sources.Events.Requests;
using Fathom.Sources.Events.Sessions;

namespace Fathom.Recorder.Runtimes;

/// <summary>What a recording has of runtimes where nothing else is asked for.</summary>
public static class DefaultProviders
{
    /// <summary>The variable with which a runtime keeps what it inlined: it must be 1 when the program starts.</summary>
    public const string InliningVariable = "DOTNET_RichDebugInfo";

    private const ulong Collections = 0x1;
    private const ulong Binder = 0x4;
    private const ulong Loader = 0x8;
    private const ulong Compiler = 0x10;
    private const ulong Contention = 0x4000;
    private const ulong Exceptions = 0x8000;
    private const ulong ThreadPool = 0x1_0000;
    private const ulong Types = 0x8_0000;
    private const ulong MethodDetails = 0x40_0000_0000;
    private const ulong Inlinings = 0x4_0000;
    private const uint MethodDetailsId = 72;
    private const ulong WaitHandles = 0x400_0000_0000;
    private const ulong Allocations = 0x800_0000_0000;

    // Waits for handles and names of compiled methods are verbose. These are too, and there are many: of allocation ticks (10), finalized (29) and pinned objects (33),
    // of what a background collection does (39, 203), of each work item of the pool and of its input and output (30, 31, 60 to 65), and of the details of methods (72).
    private static readonly uint[] s_tooMany = [10, 29, 30, 31, 32, 33, 39, 60, 61, 62, 63, 64, 65, 72, 203];

    /// <summary>What the runtime is asked for, by what it tells.</summary>
    public static IReadOnlyList<(string Name, ulong Keyword)> RuntimeKeywords { get; } =
    [
        ("collections", Collections), ("loader", Loader), ("compiler", Compiler), ("contention", Contention), ("exceptions", Exceptions), ("thread pool", ThreadPool), ("wait handles", WaitHandles),
        ("sampled allocations", Allocations),
    ];

    /// <summary>The providers.</summary>
    public static IReadOnlyList<EventProvider> All { get; } =
    [
        Runtime(RuntimeKeywords.Aggregate(0UL, static (all, each) => all | each.Keyword)),
        new(MarkerConsumer.Provider, EventProvider.AllKeywords, EventLevel.Verbose),
    ];

    /// <summary>Marks alone, which cost nothing.</summary>
    public static IReadOnlyList<EventProvider> Marks { get; } = [new(MarkerConsumer.Provider, EventProvider.AllKeywords, EventLevel.Verbose)];

    /// <summary>
    /// Requests that Kestrel answers: two events for each, which are asked for without stacks. With them they are too dear for programs whose requests are short.
    /// </summary>
    public static IReadOnlyList<EventProvider> Requests { get; } = [.. ServedRequestConsumer.Asked];

    /// <summary>
    /// What programs are asked for that are started for the recording: how assemblies are looked for, which is little and told while they
    /// start.
    /// </summary>
    public static IReadOnlyList<EventProvider> Started { get; } = [new(EventProvider.Runtime, Binder, EventLevel.Informational)];

    /// <summary>
    /// What programs that run with <see cref="InliningVariable"/> tell of inlined methods: those of each method, their numbers, and the modules of their types.
    /// </summary>
    public static IReadOnlyList<EventProvider> Inlined { get; } =
    [
        new(InlineConsumer.Private, Inlinings, EventLevel.Informational),
        new(EventProvider.Runtime, Types | MethodDetails, EventLevel.Verbose)
        {
            LeftOut = [.. s_tooMany.Where(static each => each != MethodDetailsId)],
        },
    ];

    /// <summary>The runtime's provider with some of <see cref="RuntimeKeywords"/>, without the events of which there are too many.</summary>
    /// <param name="keywords">Their sum.</param>
    public static EventProvider Runtime(ulong keywords) => new(EventProvider.Runtime, keywords, EventLevel.Verbose) { LeftOut = s_tooMany };
}
