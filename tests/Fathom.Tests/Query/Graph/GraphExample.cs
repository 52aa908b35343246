using Fathom.Model.Graph.Rows;
using Fathom.Model.Tables;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;

namespace Fathom.Tests.Query.Graph;

/// <summary>Two small answers about what holds what, with colliding ids. A has an older answer that no view may show.</summary>
internal static class GraphExample
{
    public static RecordingReader Record(TestFolder folder, string name, uint snapshots)
    {
        string path = folder.File(name + ".fathom");
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom heap --retained"));
        Interner ids = writer.Ids;
        TextId order = ids.Text($"{name}.Order"), cache = ids.Text($"{name}.Cache"), entries = ids.Text("Entry[]"), module = ids.Text($"{name}.dll");
        for (uint id = 1; id <= snapshots; id++)
        {
            long factor = id * 10;
            writer.Write<HeapRetainedRow>(
            [
                new(id, 1, order, module, factor, 40 * factor, 100 * factor),
                new(id, 2, cache, module, 1, 24, 24 + (100 * factor)),
                new(id, 3, entries, default, 1, 60 * factor, 60 * factor),
                new(id, 4, order, module, 1, 40, 40),
            ]);
            writer.Write<HeapRetainerRow>(
            [
                new(id, 0x7000_0000_0000UL + id, cache, module, 24, 24 + (100 * factor), null, default),
                new(id, 0x7000_0000_1000, entries, default, 60 * factor, 100 * factor, 0x7000_0000_0000UL + id, cache),
                new(id, 0x7fff_ffff_f000, order, module, 40, 100, 0x7000_0000_1000, entries),
            ]);
            writer.Write<HeapHolderRow>(
            [
                new(id, ids.Text("static"), ids.Text($"{name}.s_cache"), cache, 1, 1, factor + 2, 24 + (100 * factor)),
                new(id, ids.Text("several"), default, order, 2, 0, 2, 16),
            ]);
            writer.Write<HeapPathRow>(
            [
                new(id, 1, ids.Text("suspect"), ids.Text("static"), ids.Text($"{name}.s_cache"), entries, 1, 60 * factor, 0x7000_0000_1000),
                new(id, 2, ids.Text("path"), ids.Text("stack"), ids.Text("Main, thread 1"), order, factor, 40 * factor, 0x7000_0000_2000),
                new(id, 3, ids.Text("path"), ids.Text("strong_handle"), default, order, factor + 1, 40, 0x7000_0000_3000),
            ]);
            writer.Write<HeapPathStepRow>(
            [
                new(id, 1, 1, cache, false),
                new(id, 1, 2, entries, false),
                new(id, 2, 1, ids.Text("Node"), true),
                new(id, 2, 2, order, false, true),
                new(id, 3, 1, order, false),
            ]);
            writer.Write<HeapQuestionRow>(
            [
                new(id, ids.Text("retained"), default),
                new(id, ids.Text("roots"), default),
                new(id, ids.Text("suspects"), ids.Text($"--share {factor}")),
                new(id, ids.Text("paths"), ids.Text("--type Order --all"), 2_000 * factor, 1_000 * factor, factor, true),
            ]);
            writer.Write<HeapSuspectRow>(
            [
                new(id, 1, ids.Text("object"), 0x7000_0000_0000UL + id, cache, module, 1, 24 + (100 * factor), 200 * factor, 0x7000_0000_1000, entries, 100 * factor, order, factor, 40 * factor, 1),
                new(
                    id, 2, ids.Text("group"), 0x7000_0000_4000, order, module, 1_234, 60 * factor, 200 * factor, 0x7000_0000_4000, order, 40, default,
                    0, 0, 2, ids.Text("Node"), 1, 1_234, order, 1_200, 55 * factor),
                new(
                    id, 3, ids.Text("object"), 0x7000_0000_5000, cache, module, 1, 50 * factor, 200 * factor, 0x7000_0000_5000, cache, 50 * factor,
                    default, 0, 0, 2, ids.Text("Node"), 3, 300 * factor),
            ]);
        }

        writer.Commit();
        return RecordingReader.Open(path);
    }
}
