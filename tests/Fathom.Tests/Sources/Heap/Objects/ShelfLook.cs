using System.Globalization;
using System.Text.Json;
using Fathom.Sources.Heap.Objects;
using Fathom.Sources.Targets.Live;
using Fathom.Sources.Targets.Reading;
using Fathom.TestSupport;
using Microsoft.Diagnostics.Runtime;
using Xunit;

namespace Fathom.Tests.Sources.Heap.Objects;

/// <summary>The object of the sample Insides that has a collection of each kind, in a stopped process.</summary>
/// <param name="target">The process.</param>
internal sealed class ShelfLook(LiveTarget target)
{
    private readonly ClrObject _shelf = target.Runtime.Heap.EnumerateObjects().Single(static entry => entry.Type?.Name == "Insides.Shelf");

    public ClrHeap Heap => target.Runtime.Heap;

    public ITargetMemory Memory => target.Memory;

    public CollectionCatalog Catalog { get; } = new(target.Runtime.Heap, target.Memory);

    /// <summary>Address and layout of the collection in a field.</summary>
    public (ulong Address, CollectionLayout Layout) Find(string field)
    {
        ClrObject collection = _shelf.ReadObjectField(field);
        CollectionLayout? layout = Catalog.LayoutOf(collection.Type!.MethodTable);
        Assert.NotNull(layout);
        return (collection.Address, layout);
    }

    /// <summary>Address and method table of the collection in a field.</summary>
    public (ulong Address, ulong MethodTable) PlaceOf(string field)
    {
        ClrObject collection = _shelf.ReadObjectField(field);
        return (collection.Address, collection.Type!.MethodTable);
    }

    /// <summary>A collection in the words of the sample.</summary>
    public (string Kind, int Count, int Capacity, string?[] Keys, string?[] Values) Describe(string field)
    {
        (ulong address, CollectionLayout layout) = Find(field);
        Assert.Null(layout.TryRead(address, out CollectionFacts facts));
        List<CollectionEntry> entries = [];
        Assert.Null(layout.List(address, 0, int.MaxValue, entries));
        Assert.Equal(Enumerable.Range(0, entries.Count), entries.Select(static entry => entry.Index));
        return (
            JsonNamingPolicy.SnakeCaseLower.ConvertName(layout.Kind.ToString()),
            facts.Count,
            facts.Capacity,
            [.. entries.Select(entry => entry.Key.Shape is null ? null : Text(entry.Key))],
            [.. entries.Select(entry => Text(entry.Value))]);
    }

    /// <summary>What the sample says of it.</summary>
    public static (string Kind, int Count, int? Capacity, string?[] Keys, string?[] Values) Truth(SampleProcess sample, string field)
    {
        JsonElement facts = sample.Facts.GetProperty("collections").GetProperty(field);
        return (
            facts.GetProperty("kind").GetString()!,
            facts.GetProperty("count").GetInt32(),
            facts.GetProperty("capacity").ValueKind == JsonValueKind.Null ? null : facts.GetProperty("capacity").GetInt32(),
            [.. facts.GetProperty("keys").EnumerateArray().Select(static key => key.GetString())],
            [.. facts.GetProperty("values").EnumerateArray().Select(static value => value.GetString())]);
    }

    private string? Text(ValuePlace place) => place.Shape.ElementType switch
    {
        ClrElementType.Int32 => Read<int>(place.Address).ToString(CultureInfo.InvariantCulture),
        ClrElementType.Int64 => Read<long>(place.Address).ToString(CultureInfo.InvariantCulture),
        ClrElementType.Struct => $"Point {{ X = {Read<int>(place.Address)}, Y = {Read<int>(place.Address + 4)} }}",
        _ when place.Shape.IsReference => target.Runtime.Heap.GetObject(Read<ulong>(place.Address)).AsString(),
        _ => throw new InvalidOperationException($"The sample has no {place.Shape}."),
    };

    public int Int32(ulong address) => Read<int>(address);

    private T Read<T>(ulong address)
        where T : unmanaged
    {
        Assert.True(target.Memory.TryRead(address, out T value));
        return value;
    }
}
