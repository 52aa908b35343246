using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace HeapFindings;

internal sealed class Item;

/// <summary>Room that is taken and not used.</summary>
internal static class Room
{
    private const int Arrays = 30;
    private const int ArrayLength = 100_000;
    private const int Lists = 20;
    private const int ListCapacity = 120_000;
    private const int Strings = 120_000;
    private const int SharedTexts = 6_000;
    private const int Tables = 3;
    private const int TableCapacity = 500_000;
    private const int Empty = 12_000;
    private const int PinnedArrays = 200;
    private const int PinnedBytes = 100_000;

    private static readonly List<GCHandle> s_handles = [];

    // Every array is filled for a tenth, and there are full ones beside.
    public static void SparseArrays(Manifest manifest)
    {
        Item item = new();
        for (int i = 0; i < Arrays; i++)
        {
            Item[] array = manifest.Hold(new Item[ArrayLength]);
            array.AsSpan(0, ArrayLength / 10).Fill(item);
        }

        manifest.Hold(new Item[ArrayLength]).AsSpan().Fill(item);
        manifest.Facts["sparse_arrays"] = Arrays;
        manifest.Facts["arrays"] = Arrays + 1;
        manifest.Facts["array_waste"] = Arrays * (ArrayLength - (ArrayLength / 10)) * 8L;
    }

    public static void SparseCollections(Manifest manifest)
    {
        for (int i = 0; i < Lists; i++)
            manifest.Hold(new List<long>(ListCapacity) { 1, 2, 3 });
        manifest.Facts["lists"] = Lists;
        manifest.Facts["list_waste"] = Lists * (ListCapacity - 3L) * 8;
        long waste = 0;
        for (int i = 0; i < Tables; i++)
        {
            Dictionary<int, Item> table = manifest.Hold(new Dictionary<int, Item>(TableCapacity) { [1] = new() });
            // An entry is hash code, link, key and value: 24 bytes.
            waste += (table.Capacity - 1L) * 24;
        }

        manifest.Facts["tables"] = Tables;
        manifest.Facts["table_waste"] = waste;
    }

    // Half of the texts are shared by ten strings each; the others are all different.
    public static void DuplicateStrings(Manifest manifest)
    {
        string[] texts = manifest.Hold(new string[Strings]);
        for (int i = 0; i < Strings; i++)
        {
            bool isShared = i % 2 == 0;
            texts[i] = isShared ? $"{"shared",-100}{i / 2 % SharedTexts:000000}" : $"{"different",-100}{i:000000}";
        }

        // 106 characters: 22 bytes and two for each, aligned to 8.
        manifest.Facts["string_waste"] = ((Strings / 2) - SharedTexts) * 240L;
        manifest.Facts["shared_texts"] = SharedTexts;
        manifest.Facts["shared_count"] = Strings / 2 / SharedTexts;
    }

    /// <summary>Equal strings that have survived collections, that nobody holds any more, and that no collection has removed yet.</summary>
    public static void DroppedStrings(Manifest manifest)
    {
        Drop();
        manifest.Facts["dropped"] = Strings;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Drop()
    {
        string[] texts = new string[Strings];
        for (int i = 0; i < Strings; i++)
            texts[i] = $"{"dropped\n",-100}{i % SharedTexts:000000}";
        GC.Collect();
        GC.Collect();
        GC.KeepAlive(texts);
    }

    public static void EmptyCollections(Manifest manifest)
    {
        for (int i = 0; i < Empty; i++)
            manifest.Hold(new List<Item>());
        manifest.Facts["empty"] = Empty;
    }

    public static void Pinned(Manifest manifest)
    {
        long bytes = 0;
        for (int i = 0; i < PinnedArrays; i++)
        {
            byte[] buffer = new byte[PinnedBytes];
            buffer.AsSpan().Fill(1);
            s_handles.Add(GCHandle.Alloc(buffer, GCHandleType.Pinned));
            bytes += PinnedBytes + 24;
        }

        manifest.Facts["pinned"] = PinnedArrays;
        manifest.Facts["pinned_bytes"] = bytes;
    }
}
