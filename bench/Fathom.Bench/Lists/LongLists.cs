using System.Globalization;
using Fathom.Model.Heap;
using Fathom.Model.Tables;
using Fathom.Sources.Heap.Strings;
using Fathom.Storage.Recordings;

namespace Fathom.Bench.Lists;

/// <summary>
/// A recording with as many objects and texts as a large heap has: objects of some hundred types in the order of their addresses, and texts of which most
/// exist once and are not kept, as the tool records them.
/// </summary>
internal static class LongLists
{
    private const int Types = 400;
    private const int KnownTexts = 200_000;
    private const int BatchRows = 2048;

    /// <summary>Writes it.</summary>
    /// <param name="path">Where.</param>
    /// <param name="rows">Objects, and texts.</param>
    public static void Write(string path, int rows)
    {
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("bench/lists"));
        Interner ids = writer.Ids;
        writer.Write<HeapSnapshotRow>([new HeapSnapshotRow { SnapshotId = 1, ProcessId = 1, Source = ids.Text("live"), GcMode = ids.Text("workstation"), HeapCount = 1 }]);
        TextId kind = ids.Text("object"), module = ids.Text("Shop.dll"), gen2 = ids.Text("gen2"), gen0 = ids.Text("gen0");
        long[] counts = new long[Types + 1], sizes = new long[Types + 1];
        Random random = new(4711);
        HeapObjectRow[] objects = new HeapObjectRow[BatchRows];
        for (int done = 0; done < rows;)
        {
            int some = Math.Min(BatchRows, rows - done);
            for (int i = 0; i < some; i++)
            {
                // Few types have most of the objects.
                int type = 1 + (int)(Types * Math.Pow(random.NextDouble(), 3));
                long size = 24 + (8 * (long)(4 / (random.NextDouble() + 1e-6)));
                objects[i] = new HeapObjectRow(1, 0x7f00_0000_0000 + ((ulong)(done + i) * 64), (uint)type, 1, random.Next(10) == 0 ? gen0 : gen2, size, null, null);
                counts[type]++;
                sizes[type] += size;
            }

            writer.Write<HeapObjectRow>(objects.AsSpan(0, some));
            done += some;
        }

        for (int type = 1; type <= Types; type++)
        {
            writer.Write<HeapTypeRow>([new HeapTypeRow
            {
                SnapshotId = 1,
                TypeId = (uint)type,
                Kind = kind,
                Name = ids.Text(string.Create(CultureInfo.InvariantCulture, $"Shop.Model.Type{type}")),
                Module = module,
            }]);
            writer.Write<HeapUsageRow>([new HeapUsageRow(1, (uint)type, 1, gen2, counts[type], sizes[type])]);
        }

        WriteTexts(writer, rows, random);
        writer.Commit();
    }

    private static void WriteTexts(RecordingWriter writer, int rows, Random random)
    {
        TextId[] texts = [.. Enumerable.Range(0, KnownTexts).Select(i => writer.Ids.Text(string.Create(CultureInfo.InvariantCulture, $"order {i} of customer {i % 977}")))];
        HeapStringRow[] batch = new HeapStringRow[BatchRows];
        StringTotals totals = new();
        for (int done = 0; done < rows;)
        {
            int some = Math.Min(BatchRows, rows - done);
            for (int i = 0; i < some; i++)
            {
                int length = 1 + (int)(10 / (random.NextDouble() + 1e-3));
                bool once = random.Next(20) != 0;
                long count = once ? 1 : 2 + (long)(3 / (random.NextDouble() + 1e-4));
                long size = count * ((22 + (2 * length) + 7) & ~7);
                batch[i] = new HeapStringRow(1, (ulong)random.NextInt64(), length, count, size, once ? default : texts[random.Next(KnownTexts)]);
                totals.Add(count, size);
            }

            writer.Write<HeapStringRow>(batch.AsSpan(0, some));
            done += some;
        }

        totals.Write(1, writer);
    }
}
