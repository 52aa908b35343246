using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Heap.Objects;

/// <summary>The instance fields of types, those of base classes first. Asks the DAC once for each type.</summary>
internal sealed class FieldCatalog
{
    // The C# compiler's name of the field behind property X: <X>k__BackingField.
    private const string PropertyMark = ">k__BackingField";

    private readonly Dictionary<ClrType, FieldShape[]> _fields = [];

    /// <summary>The fields in the order of their declaration as far as the runtime knows it.</summary>
    public IReadOnlyList<FieldShape> FieldsOf(ClrType type)
    {
        if (_fields.TryGetValue(type, out FieldShape[]? known))
            return known;
        FieldShape[] fields = [.. type.Fields.Select(static field => new FieldShape(NameOf(field.Name), field.Offset, ValueShape.Of(field), field.ContainingType?.Name))];
        _fields.Add(type, fields);
        return fields;
    }

    /// <summary>The name that the source has for a field.</summary>
    internal static string NameOf(string? name) => name switch
    {
        null or "" => "(unnamed)",
        _ when name.StartsWith('<') && name.EndsWith(PropertyMark, StringComparison.Ordinal) => name[1..^PropertyMark.Length],
        _ => name,
    };
}
