namespace Fathom.Formats.NetTrace;

/// <summary>A field of a kind of event.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Type">Its type.</param>
/// <param name="Fields">The fields in it where it is an object or an array of objects; empty else.</param>
/// <param name="ElementType">The type of the elements of an array.</param>
public sealed record EventField(string Name, EventFieldType Type, EventField[] Fields, EventFieldType ElementType = default);
