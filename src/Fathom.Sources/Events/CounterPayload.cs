using Fathom.Formats.NetTrace;

namespace Fathom.Sources.Events;

/// <summary>Finds the parts of a counter's event by the names of its fields: a mean counter and a rate have different ones.</summary>
/// <param name="provider">Whose counter.</param>
internal ref struct CounterPayload(string provider)
{
    private ReadOnlySpan<char> _unit;
    private double _value;
    private double _interval;
    private bool _isRate;

    /// <summary>The counter's name; empty where the event has none.</summary>
    public ReadOnlySpan<char> Name { get; private set; }

    /// <summary>What was read.</summary>
    public readonly CounterValue Value() => new(provider, Name, _unit, _value, _isRate, _interval);

    /// <summary>Reads fields and the fields in them.</summary>
    public void Read(EventField[] fields, ref PayloadReader reader)
    {
        foreach (EventField field in fields)
        {
            switch (field.Type)
            {
                case EventFieldType.Object:
                    Read(field.Fields, ref reader);
                    break;
                case EventFieldType.Text:
                    Text(field.Name, reader.Text());
                    break;
                case EventFieldType.Double:
                    Number(field.Name, reader.Double());
                    break;
                case EventFieldType.Single:
                    Number(field.Name, BitConverter.Int32BitsToSingle(reader.Int32()));
                    break;
                case EventFieldType.Int32 or EventFieldType.UInt32 or EventFieldType.Boolean32:
                    reader.Int32();
                    break;
                case EventFieldType.Int64 or EventFieldType.UInt64 or EventFieldType.DateTime:
                    reader.Int64();
                    break;
                default:
                    // No counter has other fields; behind one that is not known nothing can be read.
                    reader.Skip(reader.Remaining + 1);
                    break;
            }
        }
    }

    private void Text(string field, ReadOnlySpan<char> text)
    {
        if (field == "Name")
            Name = text;
        else if (field == "DisplayUnits")
            _unit = text;
    }

    private void Number(string field, double number)
    {
        if (field is "Mean" or "Increment")
            (_value, _isRate) = (number, field == "Increment");
        else if (field == "IntervalSec")
            _interval = number;
    }
}
