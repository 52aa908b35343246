using System.Globalization;
using System.Text.Json;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.EventPipe;
using Microsoft.Diagnostics.Tracing.Parsers;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;

namespace Fathom.Tests.Formats.NetTrace;

/// <summary>Names of events and values of fields by the TraceEvent library.</summary>
internal sealed class OracleFields
{
    private const int MostOfEach = 40;

    private readonly Dictionary<(string, int), int> _taken = [];

    /// <summary>What each type of event is called, provider and name.</summary>
    public Dictionary<(string Provider, int Id), string> Names { get; } = [];

    /// <summary>The first events of each type: fields that are numbers, texts and the like.</summary>
    public Dictionary<(long Ticks, long Thread, string Provider, int Id, ulong Payload), List<(string Name, object Value)>> Events { get; } = [];

    public static unsafe OracleFields Of(byte[] content)
    {
        OracleFields all = new();
        using MemoryStream stream = new(content);
        using EventPipeEventSource source = new(stream);
        source.Clr.All += _ => { };
        new ClrRundownTraceEventParser(source).All += _ => { };
        new ClrPrivateTraceEventParser(source).All += _ => { };
        new SampleProfilerTraceEventParser(source).All += _ => { };
        source.Dynamic.All += _ => { };
        source.AllEvents += seen => all.On(seen, seen.EventDataLength == 0 ? [] : new ReadOnlySpan<byte>((void*)seen.DataStart, seen.EventDataLength));
        source.Process();
        return all;
    }

    private void On(TraceEvent seen, ReadOnlySpan<byte> payload)
    {
        (string, int) kind = (seen.ProviderName, (int)seen.ID);
        Names[kind] = $"{seen.ProviderName}/{seen.EventName}";
        int taken = _taken.GetValueOrDefault(kind);
        if (taken >= MostOfEach)
            return;
        _taken[kind] = taken + 1;
        List<(string, object)> fields = [];
        for (int i = 0; i < seen.PayloadNames.Length; i++)
        {
            if (seen.PayloadValue(i) is { } value)
                fields.Add((seen.PayloadNames[i], value));
        }

#pragma warning disable CS0618 // The ticks themselves are compared, not a rounded time.
        Events[(seen.TimeStampQPC, seen.ThreadID, seen.ProviderName, (int)seen.ID, SeenEvent.Hash(payload))] = fields;
#pragma warning restore CS0618
    }

    /// <summary>Whether a value of JSON is the library's; null where the two cannot be compared.</summary>
    public static bool? AreEqual(object expected, JsonElement own)
    {
        string text = own.ToString();
        switch (expected)
        {
            case string one:
                return one == text;
            case bool one:
                return own.ValueKind == JsonValueKind.Number ? one == (text != "0") : one == (own.ValueKind == JsonValueKind.True);
            case Guid one:
                return one.ToString() == text;
            case double or float:
                return Convert.ToDouble(expected, CultureInfo.InvariantCulture).ToString("R", CultureInfo.InvariantCulture)
                    == double.Parse(text, CultureInfo.InvariantCulture).ToString("R", CultureInfo.InvariantCulture);
            case IConvertible when Int128.TryParse(text, CultureInfo.InvariantCulture, out Int128 number) && expected is not DateTime and not char and not decimal:
                Int128 other = expected is ulong large ? large
                    : expected is Enum { } e && Enum.GetUnderlyingType(e.GetType()) == typeof(ulong) ? Convert.ToUInt64(e, CultureInfo.InvariantCulture)
                    : Convert.ToInt64(expected, CultureInfo.InvariantCulture);
                // The library reads most numbers as signed.
                return other == number || (other < 0 && (number == other + (Int128.One << 64) || number == other + (Int128.One << 32) || number == other + (1 << 16)));
            default:
                return null;
        }
    }
}
