using System.Globalization;
using Fathom.Formats.NetTrace;
using Fathom.Sources.Events.Sessions;

namespace Fathom.Sources.Events;

/// <summary>Counters that providers report at intervals, such as those of <c>System.Runtime</c>: heap size, thread pool, exceptions.</summary>
/// <remarks>A thread of its own in the target writes them, so they come even when the thread pool is stuck.</remarks>
public sealed class CounterConsumer : EventConsumer
{
    /// <summary>The provider of the runtime's own counters.</summary>
    public const string SystemRuntime = "System.Runtime";

    private readonly EventHandling<CounterValue> _handler;

    /// <summary>Asks for counters.</summary>
    /// <param name="interval">How often, rounded up to whole seconds.</param>
    /// <param name="handler">Is told of each value.</param>
    /// <param name="providers">Whose counters; those of <see cref="SystemRuntime"/> where none is named.</param>
    public CounterConsumer(TimeSpan interval, EventHandling<CounterValue> handler, params string[] providers)
    {
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(interval, TimeSpan.Zero);
        _handler = handler;
        string seconds = Math.Ceiling(interval.TotalSeconds).ToString(CultureInfo.InvariantCulture);
        Dictionary<string, string> arguments = new() { [ProviderMerge.Interval] = seconds };
        string[] names = providers.Length == 0 ? [SystemRuntime] : providers;
        Providers = [.. names.Select(name => new EventProvider(name, EventProvider.AllKeywords, EventLevel.Critical, arguments))];
    }

    /// <inheritdoc/>
    public override IReadOnlyList<EventProvider> Providers { get; }

    internal override EventReaction? Bind(EventMetadata metadata) =>
        metadata.Name == "EventCounters" && Providers.Any(p => p.Name.Equals(metadata.Provider, StringComparison.OrdinalIgnoreCase)) ? Counter : null;

    private void Counter(in NetTraceEvent at)
    {
        CounterPayload counter = new(at.Metadata.Provider);
        PayloadReader fields = at.Fields();
        counter.Read(at.Metadata.Fields, ref fields);
        if (!counter.Name.IsEmpty && !fields.IsShort)
            _handler(new EventOrigin(at), counter.Value());
    }
}
