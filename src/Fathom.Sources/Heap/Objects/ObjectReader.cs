using System.Globalization;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Heap.Objects;

/// <summary>Looks into single objects: their fields, the elements of arrays, and what collections hold.</summary>
internal sealed class ObjectReader
{
    private const string Canon = "System.__Canon";
    private const int MethodTableSize = 8;
    private const int MaxDepth = 4;
    private const int MaxKeyLength = 80;
    private const int MaxTextLength = 1_000;
    private const int MaxWholeTextLength = 10_000;

    private readonly ClrHeap _heap;
    private readonly ITargetMemory _memory;
    private readonly FieldCatalog _fields = new();
    private readonly CollectionCatalog _collections;
    private readonly ValueText _text;

    /// <summary>Prepares looks into objects of a target that stands still.</summary>
    public ObjectReader(ClrHeap heap, ITargetMemory memory)
    {
        _heap = heap;
        _memory = memory;
        _collections = new CollectionCatalog(heap, memory);
        _text = new ValueText(heap, memory, _fields, _collections);
    }

    /// <summary>Looks into an object.</summary>
    /// <param name="address">The object; it must be one.</param>
    /// <param name="skip">Elements to pass.</param>
    /// <param name="take">Most elements to read.</param>
    /// <param name="due">Ends the reading.</param>
    /// <exception cref="InvalidOperationException">There is no object.</exception>
    public ObjectFacts Read(ulong address, int skip, int take, CancellationToken due)
    {
        if (!_memory.TryReadMethodTable(address, out ulong methodTable) || _heap.GetTypeByMethodTable(methodTable) is not { } type)
            throw new InvalidOperationException($"There is no object at {address:x}.");
        List<ObjectField> fields = [];
        if (type.IsString)
        {
            bool isRead = _memory.TryRead(address + HeapLayout.ComponentCountOffset, out int length);
            fields.Add(new ObjectField(0, false, "text", type.Name, _text.OfString(address, MaxWholeTextLength), null, address + HeapLayout.ComponentCountOffset + sizeof(int), null));
            return new ObjectFacts(address, methodTable, fields, isRead ? length : null, null, null);
        }

        if (type.IsArray)
            return ReadArray(address, methodTable, fields, skip, take, due);
        foreach (FieldShape field in _fields.FieldsOf(type))
            AddField(fields, field, address + MethodTableSize, "", field.DeclaredBy, 0);
        return _collections.LayoutOf(methodTable) is { } collection
            ? ReadCollection(address, methodTable, collection, fields, skip, take, due)
            : new ObjectFacts(address, methodTable, fields, null, null, null);
    }

    private ObjectFacts ReadArray(ulong address, ulong methodTable, List<ObjectField> fields, int skip, int take, CancellationToken due)
    {
        if (!_collections.Arrays.TryReadAt(address, out ArrayFacts array))
            return new ObjectFacts(address, methodTable, fields, null, null, "it would reach over the end of its segment");
        int end = (int)Math.Min(array.Length, (long)skip + take);
        for (int i = skip; i < end; i++)
        {
            due.ThrowIfCancellationRequested();
            fields.Add(Element(i, Name(i), array[i]));
        }

        return new ObjectFacts(address, methodTable, fields, array.Length, null, null);
    }

    private ObjectFacts ReadCollection(
        ulong address, ulong methodTable, CollectionLayout collection, List<ObjectField> fields, int skip, int take, CancellationToken due)
    {
        string? trouble = collection.TryRead(address, out CollectionFacts facts);
        List<CollectionEntry> entries = [];
        trouble = collection.List(address, skip, take, entries) ?? trouble;
        foreach (CollectionEntry entry in entries)
        {
            due.ThrowIfCancellationRequested();
            string name = entry.Key.Shape is null ? Name(entry.Index) : $"[{_text.Of(entry.Key, MaxKeyLength, out _)}]";
            fields.Add(Element(entry.Index, name, entry.Value));
        }

        return new ObjectFacts(address, methodTable, fields, facts.Count, facts.Backing.Shape is null ? null : facts.Capacity, trouble);
    }

    private static string Name(int index) => string.Create(CultureInfo.InvariantCulture, $"[{index}]");

    private ObjectField Element(int index, string name, ValuePlace place)
    {
        string? value = _text.Of(place, MaxTextLength, out ulong? reference);
        return new ObjectField(index, true, name, TypeOf(place.Shape, reference), value, reference, place.Address, null);
    }

    // The runtime shares the code of generic types among reference types, and then says __Canon: better the type of what is there.
    private string? TypeOf(ValueShape shape, ulong? reference) => shape.TypeName != Canon ? shape.TypeName
        : reference is { } address && _memory.TryReadMethodTable(address, out ulong methodTable) ? _heap.GetTypeByMethodTable(methodTable)?.Name : null;

    // The fields of a struct follow it, with its name before theirs.
    private void AddField(List<ObjectField> fields, FieldShape field, ulong start, string prefix, string? declaredBy, int depth)
    {
        ValuePlace place = new(start + (ulong)field.Offset, field.Value);
        string? value = _text.Of(place, MaxTextLength, out ulong? reference);
        string name = prefix + field.Name;
        fields.Add(new ObjectField(fields.Count, false, name, TypeOf(field.Value, reference), value, reference, place.Address, declaredBy));
        if (depth == MaxDepth || !field.Value.IsStruct || field.Value.Type is not { IsEnum: false } type || KnownStructs.IsOneValue(field.Value.TypeName))
            return;
        foreach (FieldShape inner in _fields.FieldsOf(type))
            AddField(fields, inner, place.Address, name + ".", declaredBy, depth + 1);
    }
}
