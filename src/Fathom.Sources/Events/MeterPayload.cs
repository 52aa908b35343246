using System.Globalization;
using Fathom.Formats.NetTrace;

namespace Fathom.Sources.Events;

/// <summary>Finds the parts of a meter's event by the names of its fields: each kind of instrument has others, and later versions have more.</summary>
/// <remarks>Numbers are texts in these events, and empty where there is none.</remarks>
internal ref struct MeterPayload
{
    private const double FileTimesPerSecond = 1e7;

    private readonly long _startFileTime;
    private readonly long _endFileTime;

    /// <summary>Reads the fields.</summary>
    public MeterPayload(in NetTraceEvent at)
    {
        (Value, Increment) = (double.NaN, double.NaN);
        PayloadReader fields = at.Fields();
        foreach (EventField field in at.Metadata.Fields)
        {
            switch (field.Type)
            {
                case EventFieldType.Text:
                    Text(field.Name, fields.Text());
                    break;
                case EventFieldType.Int32 when field.Name == "count":
                    Count = fields.Int32();
                    break;
                case EventFieldType.Int32 when field.Name == "instrumentId":
                    InstrumentId = fields.Int32();
                    break;
                case EventFieldType.Int32:
                    fields.Int32();
                    break;
                case EventFieldType.DateTime when field.Name == "intervalStartTime":
                    _startFileTime = fields.Int64();
                    break;
                case EventFieldType.DateTime when field.Name == "intervalEndTime":
                    _endFileTime = fields.Int64();
                    break;
                case EventFieldType.Double when field.Name == "sum":
                    Value = fields.Double();
                    break;
                default:
                    // No event of a meter has other fields; behind one that is not known nothing can be read.
                    fields.Skip(fields.Remaining + 1);
                    break;
            }
        }

        IsShort = fields.IsShort;
    }

    /// <summary>Whether fields are missing.</summary>
    public bool IsShort { get; }

    public ReadOnlySpan<char> Session { get; private set; }

    public ReadOnlySpan<char> Meter { get; private set; }

    public ReadOnlySpan<char> Instrument { get; private set; }

    public ReadOnlySpan<char> Unit { get; private set; }

    public ReadOnlySpan<char> Tags { get; private set; }

    /// <summary>Tags of an instrument that begins to be told.</summary>
    public ReadOnlySpan<char> InstrumentTags { get; private set; }

    /// <summary>Tags of its meter.</summary>
    public ReadOnlySpan<char> MeterTags { get; private set; }

    public ReadOnlySpan<char> Quantiles { get; private set; }

    /// <summary>What the target says has gone wrong; empty in events with values.</summary>
    public ReadOnlySpan<char> Problem { get; private set; }

    public double Value { get; private set; }

    public double Increment { get; private set; }

    public int Count { get; }

    public int InstrumentId { get; }

    /// <summary>Kind of an instrument that begins to be told: "UpDownCounter`1".</summary>
    public ReadOnlySpan<char> InstrumentType { get; private set; }

    /// <summary>Length of the interval whose values follow.</summary>
    public readonly double IntervalSeconds => (_endFileTime - _startFileTime) / FileTimesPerSecond;

    private void Text(string field, ReadOnlySpan<char> text)
    {
        switch (field)
        {
            case "sessionId" or "runningSessionId" or "clientId":
                Session = text;
                break;
            case "meterName":
                Meter = text;
                break;
            case "instrumentName":
                Instrument = text;
                break;
            case "instrumentType":
                InstrumentType = text;
                break;
            case "unit":
                Unit = text;
                break;
            case "tags":
                Tags = text;
                break;
            case "instrumentTags":
                InstrumentTags = text;
                break;
            case "meterTags":
                MeterTags = text;
                break;
            case "quantiles":
                Quantiles = text;
                break;
            case "errorMessage":
                Problem = text;
                break;
            case "rate":
                Increment = Number(text);
                break;
            case "value" or "lastValue":
                Value = Number(text);
                break;
        }
    }

    private static double Number(ReadOnlySpan<char> text) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out double number) ? number : double.NaN;
}
