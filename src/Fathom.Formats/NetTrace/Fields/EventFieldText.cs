namespace Fathom.Formats.NetTrace.Fields;

/// <summary>Reads fields as <c>RuntimeEvents.txt</c> writes them.</summary>
/// <param name="text">The fields of an event, with a space between each two.</param>
internal ref struct EventFieldText(ReadOnlySpan<char> text)
{
    private ReadOnlySpan<char> _rest = text;

    /// <summary>Passes over the sign for the fields of the version before.</summary>
    public bool SkipPlus()
    {
        if (!_rest.StartsWith('+'))
            return false;
        _rest = _rest[1..].TrimStart();
        return true;
    }

    /// <summary>Reads fields up to the end or a closing brace.</summary>
    /// <param name="before">Fields that stand before them.</param>
    public EventField[] Fields(EventField[] before)
    {
        List<EventField> fields = [.. before];
        while (_rest.Length > 0 && _rest[0] != '}')
        {
            int colon = _rest.IndexOf(':');
            string name = _rest[..colon].ToString();
            _rest = _rest[(colon + 1)..];
            fields.Add(Field(name, fields));
            _rest = _rest.TrimStart(' ');
        }

        return [.. fields.Skip(before.Length)];
    }

    private EventField Field(string name, List<EventField> before)
    {
        EventField one;
        if (_rest[0] == '{')
        {
            _rest = _rest[1..];
            one = new EventField("", EventFieldType.Object, Fields([]));
            _rest = _rest[1..];
        }
        else
        {
            int end = _rest.IndexOfAny(" [}");
            ReadOnlySpan<char> type = end < 0 ? _rest : _rest[..end];
            one = new EventField("", Type(type), []);
            _rest = _rest[type.Length..];
        }

        if (!_rest.StartsWith('['))
            return one with { Name = name };
        int close = _rest.IndexOf(']');
        string counter = _rest[1..close].ToString();
        _rest = _rest[(close + 1)..];
        if (counter.Length == 0)
            return new EventField(name, EventFieldType.Array, [], one);
        int index = before.FindIndex(field => field.Name == counter);
        return index < 0 ? throw new FormatException($"No field {counter} before {name}.") : new EventField(name, EventFieldType.CountedArray, [], one, index);
    }

    private static EventFieldType Type(ReadOnlySpan<char> name) => name switch
    {
        "u8" => EventFieldType.Byte,
        "u16" => EventFieldType.UInt16,
        "u32" => EventFieldType.UInt32,
        "u64" => EventFieldType.UInt64,
        "i32" => EventFieldType.Int32,
        "i64" => EventFieldType.Int64,
        "f64" => EventFieldType.Double,
        "bool" => EventFieldType.Boolean32,
        "ptr" => EventFieldType.Address,
        "guid" => EventFieldType.Guid,
        "text" => EventFieldType.Text,
        "utf8" => EventFieldType.Utf8Text,
        "gap" => EventFieldType.Gap,
        _ => throw new FormatException($"No type {name}."),
    };
}
