using System.Globalization;
using System.Text.Json;
using Fathom.Model;

namespace Fathom.Serializers.Inference;

/// <summary>What was seen at one place of a document, over all elements of arrays above it.</summary>
internal sealed class JsonShape
{
    // What is read into the classes later ends there too.
    private const int DeepestNesting = 500;

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

    /// <summary>Whether a number was seen that is too large for any type of .NET that has fractions or exponents.</summary>
    public bool HasBeyondNumbers { get; private set; }

    /// <summary>Adds what a value is.</summary>
    /// <param name="value">The value.</param>
    /// <param name="depth">Objects and arrays that it is in.</param>
    /// <exception cref="FathomException">It is nested too deeply, or a name in it is no text.</exception>
    public void Add(JsonElement value, int depth = 0)
    {
        if (depth >= DeepestNesting)
        {
            throw FathomException.Usage(
                string.Create(CultureInfo.InvariantCulture, $"The sample is nested deeper than {DeepestNesting}, which no serializer accepts."), "give a sample with less nesting");
        }

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
                AddText(TextOf(value));
                break;
            case JsonValueKind.Array:
                Element ??= new JsonShape();
                foreach (JsonElement one in value.EnumerateArray())
                    Element.Add(one, depth + 1);
                break;
            default:
                AddObject(value, depth);
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
        HasBeyondNumbers |= other.HasBeyondNumbers;
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

    // Half of a surrogate pair is a text of .NET, though none of UTF-8: what serializers make of it is seen when they are checked.
    private static string TextOf(JsonElement value)
    {
        try
        {
            return value.GetString()!;
        }
        catch (InvalidOperationException)
        {
            return value.GetRawText();
        }
    }

    private static string NameOf(JsonProperty property)
    {
        try
        {
            return property.Name;
        }
        catch (InvalidOperationException)
        {
            throw FathomException.Usage("A name in the sample has half of a surrogate pair (\\ud800 to \\udfff), which no member name can have.", "change the name in the sample");
        }
    }

    private void AddObject(JsonElement value, int depth)
    {
        Members ??= [];
        Objects++;
        foreach (JsonProperty property in value.EnumerateObject())
        {
            string name = NameOf(property);
            JsonShapeMember? member = Members.Find(one => one.Key == name);
            if (member is null)
                Members.Add(member = new JsonShapeMember(name));
            member.Objects.Add(Objects);
            member.Shape.Add(property.Value, depth + 1);
        }
    }

    private void AddNumber(string digits)
    {
        _isBeyondDecimal |= NumberFit.IsBeyondDecimal(digits);
        HasBeyondNumbers |= double.IsInfinity(double.Parse(digits, CultureInfo.InvariantCulture));
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
