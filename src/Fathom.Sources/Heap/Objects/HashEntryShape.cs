using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Heap.Objects;

/// <summary>Where the parts of one entry of a Dictionary or HashSet lie, from the start of the entry.</summary>
/// <param name="SizeBytes">Distance of two entries.</param>
/// <param name="HashCode">Offset of the hash code, 4 bytes.</param>
/// <param name="Next">
/// Offset of the link, an Int32: index of the next entry of the bucket's chain, or -1 at its end. In a free entry it is -3 minus the index of the
/// next free one, where -1 stands for none: -2 at the end of the free list, -3 and less before it.
/// </param>
/// <param name="Key">Offset of the key, or of the element of a set.</param>
/// <param name="KeyShape">What the key is.</param>
/// <param name="Value">Offset of the value; -1 for a set.</param>
/// <param name="ValueShape">What the value is; null for a set.</param>
internal sealed record HashEntryShape(int SizeBytes, int HashCode, int Next, int Key, ValueShape KeyShape, int Value, ValueShape? ValueShape)
{
    /// <summary>The shape of the entries in an array; null where they have not the fields of such an entry.</summary>
    public static HashEntryShape? Of(ArrayShape array)
    {
        if (array.Element.Type is not { } entry)
            return null;
        ClrInstanceField? hashCode = Field(entry, "hashCode");
        ClrInstanceField? next = Field(entry, "next");
        ClrInstanceField? value = Field(entry, "value");
        ClrInstanceField? key = Field(entry, "key");
        if (hashCode is null || next is null || value is null)
            return null;
        return key is null
            ? new HashEntryShape(array.ElementSize, hashCode.Offset, next.Offset, value.Offset, ValueShape.Of(value), -1, null)
            : new HashEntryShape(array.ElementSize, hashCode.Offset, next.Offset, key.Offset, ValueShape.Of(key), value.Offset, ValueShape.Of(value));
    }

    // The fields of a Dictionary's entry start with a small letter, those of a HashSet's with a large one.
    private static ClrInstanceField? Field(ClrType entry, string name)
    {
        foreach (ClrInstanceField field in entry.Fields)
        {
            if (string.Equals(field.Name, name, StringComparison.OrdinalIgnoreCase))
                return field;
        }

        return null;
    }
}
