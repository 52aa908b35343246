namespace Fathom.Formats.NetTrace;

/// <summary>A field of a kind of event, or the elements of an array (without a name).</summary>
/// <param name="Name">Its name.</param>
/// <param name="Type">Its type.</param>
/// <param name="Fields">The fields in it where it is an object; empty else.</param>
/// <param name="Element">What an array is made of; null else.</param>
/// <param name="Count">Elements of an array of fixed length; of one that is counted by another field, that field's index among its neighbours.</param>
public sealed record EventField(string Name, EventFieldType Type, EventField[] Fields, EventField? Element = null, int Count = 0)
{
    /// <summary>Its name.</summary>
    public string Name
    {
        get;
        init => (field, NameInJson) = (value, null);
    } = Name;

    /// <summary>Its name as JSON has it before a value, kept by who writes that; null until then.</summary>
    internal string? NameInJson { get; set; }
}
