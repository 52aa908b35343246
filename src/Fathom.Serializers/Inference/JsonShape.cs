using System.Globalization;
using System.Text.Json;

namespace Fathom.Serializers.Inference;

/// <summary>What was seen at one place of a document, over all elements of arrays above it.</summary>
internal sealed class JsonShape
{
    private static readonly string[] s_moments =
    [
        "yyyy-MM-dd", "yyyy-MM-ddTHH:mm", "yyyy-MM-ddTHH:mm:ss", "yyyy-MM-ddTHH:mm:ss.FFFFFFF",
    ];

    private ulong _largestWhole;
    private bool _isBeyondDecimal;

    /// <summary>Whether null was seen.</summary>
    public bool HasNull { get; private set; }

    /// <summary>Whether true or false was seen.</summary>
    public bool HasFlag { get; private set; }

    /// <summary>Texts that are no dates.</summary>
    public bool HasText { get; private set; }

    /// <summary>Dates in UTC or without an offset.</summary>
    public bool HasMoment { get; private set; }

    /// <summary>Dates with an offset.</summary>
    public bool HasOffset { get; private set; }

    /// <summary>What numbers need.</summary>
    public NumberKind Number { get; private set; }

    /// <summary>Elements of arrays; null when there was no array.</summary>
    public JsonShape? Element { get; private set; }

    /// <summary>Members of objects in the order of their first sight; null when there was no object.</summary>
    public List<JsonShapeMember>? Members { get; private set; }

    /// <summary>Objects that were seen.</summary>
    public int Objects { get; private set; }

    /// <summary>Whether values of more than one sort were seen, which no class has a member for.</summary>
    public bool IsMixed => (HasFlag ? 1 : 0) + (HasText || HasMoment || HasOffset ? 1 : 0) + (Number != NumberKind.None ? 1 : 0) + (Element is null ? 0 : 1) + (Members is null ? 0 : 1) > 1;

    /// <summary>Whether the objects are maps from ids: every name starts with a digit.</summary>
    public bool IsMap => Members is { Count: > 1 } && Members.TrueForAll(static one => one.Key.Length > 0 && char.IsAsciiDigit(one.Key[0]));

    /// <summary>Adds what a value is.</summary>
    public void Add(JsonElement value)
    {
        if (value.ValueKind == JsonValueKind.Null)
        {
            HasNull = true;
            return;
        }

        switch (value.ValueKind)
        {
            case JsonValueKind.True or JsonValueKind.False:
                HasFlag = true;
                break;
            case JsonValueKind.Number:
                AddNumber(value.GetRawText());
                break;
            case JsonValueKind.String:
                AddText(value.GetString()!);
                break;
            case JsonValueKind.Array:
                Element ??= new JsonShape();
                foreach (JsonElement one in value.EnumerateArray())
                    Element.Add(one);
                break;
            default:
                AddObject(value);
                break;
        }
    }

    /// <summary>Adds what another place has seen: the values of a map are of one type.</summary>
    public void Merge(JsonShape other)
    {
        HasNull |= other.HasNull;
        HasFlag |= other.HasFlag;
        HasText |= other.HasText;
        HasMoment |= other.HasMoment;
        HasOffset |= other.HasOffset;
        _largestWhole = Math.Max(_largestWhole, other._largestWhole);
        _isBeyondDecimal |= other._isBeyondDecimal;
        if (other.Number != NumberKind.None)
            Number = Number == NumberKind.None ? other.Number : NumberFit.Merge(Number, other.Number, _largestWhole, _isBeyondDecimal);
        if (other.Element is not null)
            (Element ??= new JsonShape()).Merge(other.Element);
        if (other.Members is null)
            return;
        Members ??= [];
        foreach (JsonShapeMember theirs in other.Members)
        {
            JsonShapeMember? member = Members.Find(one => one.Key == theirs.Key);
            if (member is null)
                Members.Add(member = new JsonShapeMember(theirs.Key));
            foreach (int number in theirs.Objects)
                member.Objects.Add(Objects + number);
            member.Shape.Merge(theirs.Shape);
        }

        Objects += other.Objects;
    }

    private void AddObject(JsonElement value)
    {
        Members ??= [];
        Objects++;
        foreach (JsonProperty property in value.EnumerateObject())
        {
            JsonShapeMember? member = Members.Find(one => one.Key == property.Name);
            if (member is null)
                Members.Add(member = new JsonShapeMember(property.Name));
            member.Objects.Add(Objects);
            member.Shape.Add(property.Value);
        }
    }

    private void AddNumber(string digits)
    {
        _isBeyondDecimal |= NumberFit.IsBeyondDecimal(digits);
        if (long.TryParse(digits, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out long whole))
            _largestWhole = Math.Max(_largestWhole, (ulong)Math.Abs((decimal)whole));
        Number = NumberFit.Merge(Number, NumberFit.Of(digits), _largestWhole, _isBeyondDecimal);
    }

    private void AddText(string text)
    {
        string plain = text.EndsWith('Z') ? text[..^1] : text;
        if (DateTime.TryParseExact(plain, s_moments, CultureInfo.InvariantCulture, DateTimeStyles.None, out _) && !(text.EndsWith('Z') && !text.Contains('T')))
            HasMoment = true;
        else if (text.Length > 6 && text.Contains('T') && text[^6] is '+' or '-' && DateTime.TryParseExact(text[..^6], s_moments, CultureInfo.InvariantCulture, DateTimeStyles.None, out _)
            && DateTimeOffset.TryParse(text, CultureInfo.InvariantCulture, DateTimeStyles.None, out _))
            HasOffset = true;
        else
            HasText = true;
    }
}
