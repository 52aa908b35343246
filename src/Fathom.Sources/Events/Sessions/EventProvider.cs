namespace Fathom.Sources.Events.Sessions;

/// <summary>Events that a consumer asks a runtime for.</summary>
/// <param name="Name">The provider, such as <c>Microsoft-Windows-DotNETRuntime</c>; case does not matter.</param>
/// <param name="Keywords">The groups of events, not 0; <see cref="AllKeywords"/> for all.</param>
/// <param name="Level">The least important level that is wanted.</param>
/// <param name="Arguments">Names with values for the provider, such as the interval of counters; null for none.</param>
public sealed record EventProvider(string Name, ulong Keywords, EventLevel Level, IReadOnlyDictionary<string, string>? Arguments = null)
{
    /// <summary>All groups of events.</summary>
    public const ulong AllKeywords = ulong.MaxValue;

    /// <summary>The runtime itself: garbage collections, exceptions, allocations, thread pool.</summary>
    public const string Runtime = "Microsoft-Windows-DotNETRuntime";

    /// <summary>Numbers of verbose events that are not wanted although keywords and level have them. Runtimes before .NET 10 cannot leave any out.</summary>
    public IReadOnlyList<uint> LeftOut { get; init; } = [];
}
