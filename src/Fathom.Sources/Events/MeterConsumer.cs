using System.Buffers;
using System.Globalization;
using Fathom.Formats.NetTrace;
using Fathom.Sources.Events.Sessions;

namespace Fathom.Sources.Events;

/// <summary>Instruments of <c>System.Diagnostics.Metrics</c>: what a program's meters measured in each interval.</summary>
/// <remarks>
/// <para>A program aggregates its meters for one set of limits at a time. Sessions that share it (those of Fathom and dotnet-counters do) get on when they ask for
/// the same interval; another one is refused, which <see cref="OnProblem"/> tells.</para>
/// <para>A thread of its own in the target writes them, so they come even when the thread pool is stuck.</para>
/// </remarks>
public sealed class MeterConsumer : EventConsumer
{
    /// <summary>The provider.</summary>
    internal const string Provider = "System.Diagnostics.Metrics";

    private const ulong Values = 0x2;
    private const string SharedSession = "SHARED";
    private const int MaxTimeSeries = 1000;
    private const int MaxHistograms = 20;

    private static readonly SearchValues<char> s_separators = SearchValues.Create(",;\\*\r\n");

    private readonly EventHandling<MeterValue> _handler;
    private readonly string[] _meters;
    private readonly Dictionary<int, string> _tags = [];
    private double _intervalSeconds = double.NaN;

    // The program counts its sessions by these names, and ends its side when as many have ended: two sessions with one name would end it at the first end.
    private readonly string _client = $"fathom-{Guid.NewGuid():N}";

    /// <summary>Asks for meters.</summary>
    /// <param name="interval">How often, rounded up to whole seconds.</param>
    /// <param name="handler">Is told of each value.</param>
    /// <param name="meters">Names of meters, such as <c>System.Net.Http</c>; at least one.</param>
    public MeterConsumer(TimeSpan interval, EventHandling<MeterValue> handler, params string[] meters)
    {
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(interval, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfZero(meters.Length, nameof(meters));
        if (Array.Find(meters, meter => meter.Length == 0 || meter.AsSpan().ContainsAny(s_separators)) is { } wrong)
            throw new ArgumentException($"'{wrong}' is not a name of a meter.", nameof(meters));
        _handler = handler;
        _meters = meters;
        Dictionary<string, string> arguments = new()
        {
            ["SessionId"] = SharedSession,
            [ProviderMerge.Client] = _client,
            [ProviderMerge.Meters] = string.Join(',', meters),
            [ProviderMerge.RefreshInterval] = Math.Ceiling(interval.TotalSeconds).ToString(CultureInfo.InvariantCulture),
            ["MaxTimeSeries"] = MaxTimeSeries.ToString(CultureInfo.InvariantCulture),
            ["MaxHistograms"] = MaxHistograms.ToString(CultureInfo.InvariantCulture),
        };
        Providers = [new EventProvider(Provider, Values, EventLevel.Informational, arguments)];
    }

    /// <summary>Is told, in one sentence, why values are missing.</summary>
    public Action<string>? OnProblem { get; init; }

    /// <summary>Is told of instruments that the program adds to and takes from. Their value is what came since the first session of any tool asked for them, not the level.</summary>
    public Action<string, string>? OnChangeOnly { get; init; }

    /// <inheritdoc/>
    public override IReadOnlyList<EventProvider> Providers { get; }

    internal override EventReaction? Bind(EventMetadata metadata) => metadata.Provider != Provider ? null : metadata.EventId switch
    {
        2 => Collection,
        7 => Instrument,
        4 => (in NetTraceEvent at) => Value(at, MeterInstrumentKind.Counter),
        5 => (in NetTraceEvent at) => Value(at, MeterInstrumentKind.Gauge),
        6 => (in NetTraceEvent at) => Value(at, MeterInstrumentKind.Histogram),
        16 => (in NetTraceEvent at) => Value(at, MeterInstrumentKind.UpDownCounter),
        9 or 12 or 13 or 14 or 15 or 17 when OnProblem is not null => Problem,
        _ => null,
    };

    private void Value(in NetTraceEvent at, MeterInstrumentKind kind)
    {
        MeterPayload payload = new(at);
        // Other sessions ask for other meters, and the runtime tells all sessions of them.
        if (!payload.IsShort && payload.Session.SequenceEqual(SharedSession) && IsWanted(payload.Meter))
            _handler(new EventOrigin(at), new MeterValue(payload, kind, _intervalSeconds, _tags.GetValueOrDefault(payload.InstrumentId)));
    }

    // Comes before the values of each interval.
    private void Collection(in NetTraceEvent at)
    {
        MeterPayload payload = new(at);
        if (!payload.IsShort && payload.Session.SequenceEqual(SharedSession) && payload.IntervalSeconds > 0)
            _intervalSeconds = payload.IntervalSeconds;
    }

    private void Instrument(in NetTraceEvent at)
    {
        MeterPayload payload = new(at);
        if (!payload.Session.SequenceEqual(SharedSession) || !IsWanted(payload.Meter))
            return;
        if (payload.InstrumentId != 0 && _tags.Count < MaxTimeSeries && !(payload.InstrumentTags.IsEmpty && payload.MeterTags.IsEmpty))
            _tags[payload.InstrumentId] = $"{payload.InstrumentTags},{payload.MeterTags}".Trim(',');
        if (payload.InstrumentType.StartsWith("UpDownCounter"))
            OnChangeOnly?.Invoke(payload.Meter.ToString(), payload.Instrument.ToString());
    }

    private bool IsWanted(ReadOnlySpan<char> meter)
    {
        foreach (string wanted in _meters)
        {
            if (meter.Equals(wanted, StringComparison.OrdinalIgnoreCase))
                return true;
        }

        return false;
    }

    private void Problem(in NetTraceEvent at)
    {
        MeterPayload payload = new(at);
        bool isOurs = payload.Session.SequenceEqual(SharedSession) || payload.Session.IndexOf(_client) >= 0;
        string? sentence = at.Metadata.EventId switch
        {
            12 when isOurs => $"The meters have more than {MaxTimeSeries} sets of tags; values of the others are missing.",
            13 when isOurs => $"The meters have more than {MaxHistograms} histograms; values of the others are missing.",
            14 when isOurs => $"An instrument of the program failed when it was read: {Cause(payload.Problem)}",
            9 when isOurs || payload.Session.IsEmpty => $"The program cannot measure its meters: {Cause(payload.Problem)}",
            15 when !isOurs => "The meters of the program are read by another tool that does not share them; their values are missing.",
            17 when isOurs => "The meters of the program are read by another tool at another interval or with other limits; what only this session requests is missing.",
            _ => null,
        };
        if (sentence is not null)
            OnProblem!(sentence);
    }

    // An exception with its stack; the last cause is the program's own.
    private static string Cause(ReadOnlySpan<char> text)
    {
        const string before = "---> ";
        if (text.LastIndexOf(before) is >= 0 and var cause)
            text = text[(cause + before.Length)..];
        return text[..(text.IndexOfAny('\r', '\n') is >= 0 and var end ? end : text.Length)].ToString();
    }
}
