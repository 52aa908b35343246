using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Heap.Objects;

/// <summary>Writes values of the target as text. What cannot be read is null, never an exception: any value may be nonsense.</summary>
/// <param name="heap">Names the types.</param>
/// <param name="memory">The target's memory.</param>
/// <param name="fields">Knows the fields of structs.</param>
/// <param name="collections">Knows the collections, whose counts are told with a reference to them.</param>
internal sealed class ValueText(ClrHeap heap, ITargetMemory memory, FieldCatalog fields, CollectionCatalog collections)
{
    private const int TextOffset = HeapLayout.ComponentCountOffset + sizeof(int);
    private const int MaxDepth = 3;
    private const int MaxStructText = 200;

    private readonly Dictionary<ClrType, Dictionary<long, string>> _enums = [];

    /// <summary>The text of a value, and the object that it refers to.</summary>
    /// <param name="place">The value.</param>
    /// <param name="maxLength">Characters of a string that are shown.</param>
    /// <param name="reference">The object; null where the value is none, or refers to none.</param>
    public string? Of(ValuePlace place, int maxLength, out ulong? reference)
    {
        reference = null;
        if (!place.Shape.IsReference)
            return OfValue(place, 0);
        if (!memory.TryRead(place.Address, out ulong address))
            return null;
        if (address == 0)
            return "null";
        reference = address;
        return OfObject(address, maxLength);
    }

    /// <summary>The beginning of a string's text; null where it cannot be read.</summary>
    public string? OfString(ulong address, int maxLength)
    {
        if (!memory.TryRead(address + HeapLayout.ComponentCountOffset, out int length) || length < 0)
            return null;
        char[] text = new char[Math.Min(length, maxLength)];
        Span<byte> bytes = MemoryMarshal.AsBytes(text.AsSpan());
        return memory.Read(address + TextOffset, bytes) == bytes.Length ? new string(text) + (length > maxLength ? "…" : "") : null;
    }

    /// <summary>The text of a struct or primitive value.</summary>
    internal string? OfValue(ValuePlace place, int depth)
    {
        ValueShape shape = place.Shape;
        if (shape.Type is { IsEnum: true } type)
            return OfEnum(place, type);
        if (shape is { TypeName: "System.DateTimeOffset", Type: { } offsetType })
            return OfDateTimeOffset(place.Address, offsetType);
        if (KnownStructs.SizeOf(shape.TypeName) is > 0 and var size)
        {
            Span<byte> bytes = stackalloc byte[16];
            return memory.Read(place.Address, bytes[..size]) == size ? KnownStructs.TryText(shape.TypeName!, bytes[..size]) : null;
        }

        return shape.ElementType switch
        {
            ClrElementType.Boolean => memory.TryRead(place.Address, out byte value) ? value != 0 ? "true" : "false" : null,
            ClrElementType.Char => memory.TryRead(place.Address, out char value) ? value.ToString() : null,
            ClrElementType.Float => Number<float>(place.Address),
            ClrElementType.Double => Number<double>(place.Address),
            ClrElementType.Pointer or ClrElementType.FunctionPointer or ClrElementType.NativeInt or ClrElementType.NativeUInt =>
                memory.TryRead(place.Address, out ulong value) ? $"0x{value:x}" : null,
            ClrElementType.Struct => OfStruct(place, depth),
            _ => Integer(place)?.ToString(CultureInfo.InvariantCulture),
        };
    }

    private string? OfDateTimeOffset(ulong address, ClrType type)
    {
        FieldShape? time = fields.FieldsOf(type).FirstOrDefault(static field => field.Name == "_dateTime");
        FieldShape? offset = fields.FieldsOf(type).FirstOrDefault(static field => field.Name == "_offsetMinutes");
        if (time is null || offset is null || !memory.TryRead(address + (ulong)time.Offset, out long data))
            return null;
        return Integer(new ValuePlace(address + (ulong)offset.Offset, offset.Value)) is { } minutes ? KnownStructs.OffsetText(data, (int)minutes) : null;
    }

    private string? OfObject(ulong address, int maxLength)
    {
        if (!memory.TryReadMethodTable(address, out ulong methodTable) || heap.GetTypeByMethodTable(methodTable) is not { } type)
            return "(no object)";
        if (type.IsString)
            return OfString(address, maxLength);
        if (type.IsArray)
            return collections.Arrays.TryReadAt(address, out ArrayFacts array) ? $"{type.Name} of {Count(array.Length)}" : type.Name;
        if (collections.LayoutOf(methodTable) is { } collection && collection.TryRead(address, out CollectionFacts facts) is null)
            return $"{type.Name} of {Count(facts.Count)}";

        // A value in a box is the value.
        if (type.IsValueType)
            return OfValue(new ValuePlace(address + sizeof(ulong), new ValueShape(type.ElementType, type.Name, 0, type)), 1);
        return type.Name;
    }

    private static string Count(int count) => count.ToString("#,##0", CultureInfo.InvariantCulture);

    private string? OfStruct(ValuePlace place, int depth)
    {
        if (place.Shape.Type is not { } type)
            return null;
        IReadOnlyList<FieldShape> inner = fields.FieldsOf(type);
        if (place.Shape.TypeName?.StartsWith("System.Nullable<", StringComparison.Ordinal) == true && inner.Count == 2)
        {
            if (!memory.TryRead(place.Address + (ulong)inner[0].Offset, out byte hasValue))
                return null;
            return hasValue == 0 ? "null" : OfValue(new ValuePlace(place.Address + (ulong)inner[1].Offset, inner[1].Value), depth);
        }

        if (depth == MaxDepth)
            return "{…}";
        StringBuilder text = new("{");
        foreach (FieldShape field in inner)
        {
            if (text.Length > MaxStructText)
                return text.Append(", …}").ToString();
            ValuePlace at = new(place.Address + (ulong)field.Offset, field.Value);
            text.Append(text.Length > 1 ? ", " : "").Append(field.Name).Append(" = ").Append(field.Value.IsReference ? Of(at, MaxStructText / 4, out _) : OfValue(at, depth + 1));
        }

        return text.Append('}').ToString();
    }

    private string? OfEnum(ValuePlace place, ClrType type)
    {
        // The field knows the underlying type; an element or a boxed value only knows the enum.
        ClrElementType underlying = place.Shape.ElementType == ClrElementType.Struct ? type.AsEnum().ElementType : place.Shape.ElementType;
        if (Integer(new ValuePlace(place.Address, place.Shape with { ElementType = underlying })) is not { } number)
            return null;
        if (!_enums.TryGetValue(type, out Dictionary<long, string>? names))
        {
            names = [];
            foreach ((string name, object? value) in type.AsEnum().EnumerateValues())
            {
                if (value is not null)
                    names.TryAdd(unchecked((long)(value is ulong large ? large : (ulong)Convert.ToInt64(value, CultureInfo.InvariantCulture))), name);
            }

            _enums.Add(type, names);
        }

        return names.TryGetValue((long)number, out string? known)
            ? $"{known} ({number.ToString(CultureInfo.InvariantCulture)})"
            : number.ToString(CultureInfo.InvariantCulture);
    }

    private Int128? Integer(ValuePlace place) => place.Shape.ElementType switch
    {
        ClrElementType.Boolean or ClrElementType.UInt8 => memory.TryRead(place.Address, out byte value) ? value : null,
        ClrElementType.Int8 => memory.TryRead(place.Address, out sbyte value) ? value : null,
        ClrElementType.Int16 => memory.TryRead(place.Address, out short value) ? value : null,
        ClrElementType.UInt16 or ClrElementType.Char => memory.TryRead(place.Address, out ushort value) ? value : null,
        ClrElementType.Int32 => memory.TryRead(place.Address, out int value) ? value : null,
        ClrElementType.UInt32 => memory.TryRead(place.Address, out uint value) ? value : null,
        ClrElementType.Int64 => memory.TryRead(place.Address, out long value) ? value : null,
        ClrElementType.UInt64 => memory.TryRead(place.Address, out ulong value) ? value : null,
        _ => null,
    };

    private string? Number<T>(ulong address)
        where T : unmanaged, IFormattable => memory.TryRead(address, out T value) ? value.ToString("R", CultureInfo.InvariantCulture) : null;
}
