using System.Runtime.InteropServices;

namespace Fathom.Formats.NetTrace.Fields;

/// <summary>
/// Writes the fields of any event as JSON text, into a buffer that is used again: nothing is allocated per event. Not for several threads at once.
/// </summary>
/// <remarks>
/// <para>An object with a name for each field. Numbers and addresses are numbers (one that JSON has none for is a text, such as <c>"NaN"</c>), identifiers,
/// times and characters are texts, arrays of bytes are texts of hexadecimal digits, arrays of characters are texts. Fields of one unnamed object stand by themselves.</para>
/// <para>Fields for which the payload is too short are left out: an older runtime writes fewer. Bytes behind the last known field, and all bytes where
/// no fields are known, stand under <c>_hex</c>. Where the limit was reached, <c>"_cut":true</c> says so.</para>
/// </remarks>
/// <param name="maxChars">The length at which the text is cut.</param>
public sealed class PayloadJson(int maxChars = PayloadJson.UsualChars)
{
    /// <summary>The usual limit.</summary>
    public const int UsualChars = 1024 * 1024;

    /// <summary>Fields whose value can say how long an array is.</summary>
    private const int MaxCounters = 64;

    /// <summary>Kinds of event whose shape is kept: as many as a stream can have.</summary>
    private const int MaxShapes = 64 * 1024;

    private readonly Dictionary<EventMetadata, EventShape> _shapes = new(ReferenceEqualityComparer.Instance);
    private readonly JsonText _json = new(maxChars);
    private EventMetadata? _lastKind;
    private EventShape? _lastShape;
    private int _pointerSize;
    private bool _isCut;
    private bool _isOpenText;

    /// <summary>Whether the last text was cut at the limit.</summary>
    public bool IsCut => _isCut || _json.IsShortened;

    /// <summary>Whether the last payload contradicts its fields: it ends in the middle of one. One that ends between two has fewer fields, as
    /// older programs write, and a text may lack its ending zero.</summary>
    public bool IsContradicted { get; private set; }

    /// <summary>The fields of an event; valid until the next call.</summary>
    public ReadOnlySpan<char> Write(in NetTraceEvent at) => Write(ShapeOf(at.Metadata), at.Payload, at.Trace.PointerSize);

    /// <summary>The fields of a payload; valid until the next call.</summary>
    /// <param name="shape">Its fields.</param>
    /// <param name="payload">The payload.</param>
    /// <param name="pointerSize">4 or 8.</param>
    public ReadOnlySpan<char> Write(EventShape shape, ReadOnlySpan<byte> payload, int pointerSize)
    {
        _json.Clear();
        (_pointerSize, _isCut, _isOpenText) = (pointerSize, false, false);
        _json.Open('{');
        PayloadReader reader = new(payload, pointerSize);
        EventField[] fields = shape.Fields;
        if (fields.Length == 1 && fields[0] is { Type: EventFieldType.Object, Name.Length: 0 } whole)
            fields = whole.Fields;
        int used = 0;
        bool isWhole = Fields(fields, payload, ref reader, ref used);
        IsContradicted = !isWhole && used < payload.Length && !_isCut && !_isOpenText;
        if (used < payload.Length && !_isCut)
        {
            _json.Name("_hex");
            _json.Hex(payload[used..]);
        }

        if (IsCut)
        {
            _json.Name("_cut");
            _json.Word("true");
        }

        _json.Close('}');
        return _json.Text;
    }

    private EventShape ShapeOf(EventMetadata kind)
    {
        if (ReferenceEquals(kind, _lastKind))
            return _lastShape!;
        if (!_shapes.TryGetValue(kind, out EventShape? shape))
        {
            if (_shapes.Count == MaxShapes)
                _shapes.Clear();
            _shapes[kind] = shape = EventShape.Of(kind);
        }

        (_lastKind, _lastShape) = (kind, shape);
        return shape;
    }

    // False where the payload ends or makes no sense: nothing behind that place can be read. Up to "used" the bytes are told.
    private bool Fields(EventField[] fields, ReadOnlySpan<byte> payload, ref PayloadReader reader, ref int used)
    {
        bool hasCounts = HasCounts(fields);
        Span<uint> counters = stackalloc uint[hasCounts ? MaxCounters : 0];
        for (int i = 0; i < fields.Length; i++)
        {
            EventField field = fields[i];
            if (_json.IsFull)
                return Cut();
            if (!hasCounts && Number(field, ref reader))
            {
                used = reader.Position;
                continue;
            }

            int start = reader.Position;
            if (!IsWhole(field, ref reader))
            {
                _isOpenText = field.Type is EventFieldType.Text or EventFieldType.Utf8Text;
                return false;
            }

            if (hasCounts && i < MaxCounters)
                counters[i] = Counter(field.Type, payload[start..]);
            if (field.Name == "_")
            {
                Skip(field, ref reader);
                used = reader.Position;
                continue;
            }

            _json.Named(field.NameInJson ??= JsonText.NameOf(field.Name));
            bool isGood = field.Type == EventFieldType.CountedArray
                ? Elements(field.Element!, counters[field.Count], payload, ref reader, ref used)
                : Value(field, payload, ref reader, ref used);
            if (!isGood)
                return false;
            used = reader.Position;
        }

        return true;
    }

    private static bool HasCounts(EventField[] fields)
    {
        foreach (EventField field in fields)
        {
            if (field.Type == EventFieldType.CountedArray)
                return true;
        }

        return false;
    }

    // Most fields are numbers, which need no second look. False for all others, and where the payload ends.
    private bool Number(EventField field, ref PayloadReader reader)
    {
        EventFieldType type = field.Type == EventFieldType.Address
            ? _pointerSize == sizeof(ulong) ? EventFieldType.UInt64 : EventFieldType.UInt32 : field.Type;
        int left = reader.Remaining;
        ulong value;
        switch (type)
        {
            case EventFieldType.UInt32 when left >= sizeof(uint):
                value = reader.UInt32();
                break;
            case EventFieldType.UInt64 when left >= sizeof(ulong):
                value = reader.UInt64();
                break;
            case EventFieldType.UInt16 when left >= sizeof(ushort):
                value = reader.UInt16();
                break;
            case EventFieldType.Byte when left > 0:
                value = reader.Byte();
                break;
            default:
                return false;
        }

        // Padding has no name.
        if (field.Name != "_")
            _json.NamedNumber(field.NameInJson ??= JsonText.NameOf(field.Name), value);
        return true;
    }

    private bool Value(EventField field, ReadOnlySpan<byte> payload, ref PayloadReader reader, ref int used)
    {
        switch (field.Type)
        {
            case EventFieldType.Object:
                _json.Open('{');
                bool isGood = Fields(field.Fields, payload, ref reader, ref used);
                _json.Close('}');
                return isGood;
            case EventFieldType.Array:
                return Elements(field.Element!, reader.UInt16(), payload, ref reader, ref used);
            case EventFieldType.FixedArray:
                return Elements(field.Element!, (uint)field.Count, payload, ref reader, ref used);
            case EventFieldType.RelativeArray or EventFieldType.PlacedArray:
                uint place = reader.UInt32();
                int from = (int)(place & 0xFFFF) + (field.Type == EventFieldType.RelativeArray ? reader.Position : 0);
                Placed(field.Element!, payload, from, (int)(place >> 16));
                return true;
            case EventFieldType.Text:
                _json.String(reader.Text());
                return true;
            case EventFieldType.Utf8Text:
                ReadOnlySpan<byte> text = payload[reader.Position..];
                int end = text.IndexOf((byte)0);
                reader.Skip(end + 1);
                _json.Utf8(text[..end]);
                return true;
            case EventFieldType.CountedText or EventFieldType.Sid:
                WindowsFields.Write(_json, field.Type, ref reader);
                return true;
            default:
                PayloadScalar.Write(_json, field.Type, ref reader);
                return true;
        }
    }

    private bool Elements(EventField element, uint count, ReadOnlySpan<byte> payload, ref PayloadReader reader, ref int used)
    {
        int unit = PayloadScalar.SizeOf(element.Type, _pointerSize);
        if (element.Type is EventFieldType.Byte or EventFieldType.Char or EventFieldType.Utf8Unit && (long)count * unit <= reader.Remaining)
        {
            Units(element.Type, reader.Bytes((long)count * unit));
            return true;
        }

        _json.Open('[');
        bool isGood = true;
        for (uint i = 0; i < count && isGood; i++)
        {
            if (_json.IsFull)
                isGood = Cut();
            else
                isGood = IsWhole(element, ref reader) && Value(element, payload, ref reader, ref used);
            if (isGood)
                used = reader.Position;
        }

        _json.Close(']');
        return isGood;
    }

    // An array somewhere else in the payload; one that is not in it is told as null.
    private void Placed(EventField element, ReadOnlySpan<byte> payload, int from, int size)
    {
        if (from + size > payload.Length)
        {
            _json.Word("null");
            return;
        }

        ReadOnlySpan<byte> content = payload.Slice(from, size);
        if (element.Type is EventFieldType.Byte or EventFieldType.Char or EventFieldType.Utf8Unit)
        {
            Units(element.Type, content);
            return;
        }

        PayloadReader reader = new(content, _pointerSize);
        int used = 0;
        _json.Open('[');
        bool isGood = true;
        while (isGood && reader.Remaining > 0)
        {
            int start = reader.Position;
            if (_json.IsFull)
                isGood = Cut();
            else
                isGood = IsWhole(element, ref reader) && Value(element, content, ref reader, ref used) && reader.Position > start;
        }

        _json.Close(']');
    }

    private void Units(EventFieldType type, ReadOnlySpan<byte> units)
    {
        if (type == EventFieldType.Byte)
            _json.Hex(units);
        else if (type == EventFieldType.Char)
            _json.String(MemoryMarshal.Cast<byte, char>(units).TrimEnd('\0'));
        else
            _json.Utf8(units.TrimEnd((byte)0));
    }

    private bool Cut()
    {
        _isCut = true;
        return false;
    }

    // Whether the payload has all of a field that is no object and no array; those are looked at piece by piece.
    private bool IsWhole(EventField field, ref PayloadReader reader)
    {
        switch (field.Type)
        {
            case EventFieldType.Object:
                return true;
            case EventFieldType.FixedArray or EventFieldType.CountedArray:
                return field.Element is not null;
            case EventFieldType.Array or EventFieldType.RelativeArray or EventFieldType.PlacedArray when field.Element is null:
                return false;
            case EventFieldType.Text:
                PayloadReader text = reader;
                text.Text();
                return !text.IsShort;
            case EventFieldType.Utf8Text:
                PayloadReader bytes = reader;
                return bytes.Bytes(bytes.Remaining).Contains((byte)0);
            case EventFieldType.CountedText or EventFieldType.Sid:
                return WindowsFields.IsWhole(field.Type, reader);
            case EventFieldType.VarInt or EventFieldType.VarUInt:
                PayloadReader number = reader;
                number.VarUInt64();
                return !number.IsShort;
            default:
                int size = PayloadScalar.SizeOf(field.Type, _pointerSize);
                return size >= 0 && size <= reader.Remaining;
        }
    }

    private void Skip(EventField field, ref PayloadReader reader) => reader.Skip(PayloadScalar.SizeOf(field.Type, _pointerSize));

    private static uint Counter(EventFieldType type, ReadOnlySpan<byte> bytes) => type switch
    {
        EventFieldType.UInt16 => BitConverter.ToUInt16(bytes),
        EventFieldType.UInt32 => BitConverter.ToUInt32(bytes),
        EventFieldType.Byte => bytes[0],
        _ => 0,
    };
}
