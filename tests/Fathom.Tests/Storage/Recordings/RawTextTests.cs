using System.Text;
using Fathom.Model.Tables;
using Fathom.Storage.Ingest;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Storage.Recordings;

/// <summary>Texts that rows have for themselves: they come back, and memory does not grow with their number.</summary>
public sealed class RawTextTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(2_000_000)]
    [InlineData(3_000)]
    public void Texts_of_any_kind_come_back_with_their_rows_in_the_order_of_the_key(int partRows)
    {
        const int Rows = 10_000;
        string[] kinds = ["", "short", "twelve chars", "thirteen char", "naïve 種類 😀", "with \0 zero", new string('x', 3_000_000)];
        string path = _folder.File("r.fathom");
        using (RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("test") { PartRows = partRows }))
        {
            foreach (NotedRow[] rows in Enumerable.Range(0, Rows).Select(i => Row(writer, Rows - 1 - i)).Chunk(700))
                writer.Write<NotedRow>(rows);
            writer.Commit();
        }

        using RecordingReader reader = RecordingReader.Open(path);
        List<string> read = PartFiles.Read(reader, "noted", "key, sha256(note), maybe_note");
        Assert.Equal(Enumerable.Range(0, Rows).Select(Expected).Order(StringComparer.Ordinal), read.Order(StringComparer.Ordinal));
        Assert.All(reader.Manifest.Parts, part => Assert.True(part.Rows <= partRows));
        Assert.Equal(read.Take(Math.Min(Rows, partRows)).Select(Key).Order(), read.Take(Math.Min(Rows, partRows)).Select(Key));

        // One long text is enough.
        string Text(int key) => key == 5 ? kinds[^1] : kinds[key % (kinds.Length - 1)] + (key % 3 == 0 ? $"{key}" : "");

        NotedRow Row(RecordingWriter writer, int key) => new((uint)key, writer.Raw<NotedRow>(Text(key)), key % 4 == 0 ? RawText.None : writer.Raw<NotedRow>($"more {key}"));

        string Expected(int key) => $"{key}|{Convert.ToHexStringLower(System.Security.Cryptography.SHA256.HashData(Encoding.UTF8.GetBytes(Text(key))))}|{(key % 4 == 0 ? "-" : $"more {key}")}";
    }

    [Fact]
    public void A_broken_text_is_repaired_and_breaks_no_other()
    {
        string path = _folder.File("r.fathom");
        using (RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("test")))
        {
            writer.Write<NotedRow>([new(1, writer.Raw<NotedRow>("half \ud83d pair, and more of it"), default), new(2, writer.Raw<NotedRow>("whole, and longer than twelve"), default)]);
            writer.Commit();
        }

        using RecordingReader reader = RecordingReader.Open(path);
        Assert.Equal(["1|half � pair, and more of it", "2|whole, and longer than twelve"], PartFiles.Read(reader, "noted", "key, note"));
    }

    [Fact]
    public void Blocks_are_given_back_when_their_rows_are_dropped_in_any_order()
    {
        using RawTexts texts = new();
        NotedRow[] rows = new NotedRow[10_000];
        for (int round = 0; round < 50; round++)
        {
            for (int i = 0; i < rows.Length; i++)
                rows[i] = new((uint)i, texts.Add(new string('x', i % 300)), i % 2 == 0 ? RawText.None : texts.Add("more"));
            new Random(round).Shuffle(rows);
            texts.Drop<NotedRow>(rows);
            Assert.InRange(texts.BlockCount, 0, 1);
        }
    }

    [Fact]
    public void Rows_with_much_text_are_written_long_before_there_are_many_of_them()
    {
        const int Batches = 64;
        string path = _folder.File("r.fathom");
        using (RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("test") { BufferBytes = 4 << 20 }))
        {
            for (int batch = 0; batch < Batches; batch++)
                writer.Write<NotedRow>([.. Enumerable.Range(0, 100).Select(i => new NotedRow((uint)((batch * 100) + i), writer.Raw<NotedRow>(new string((char)('a' + (i % 26)), 10_000)), default))]);
            writer.Commit();
        }

        using RecordingReader reader = RecordingReader.Open(path);
        Assert.Equal(100 * Batches, reader.Manifest.Parts.Sum(static part => part.Rows));
        Assert.InRange(reader.Manifest.Parts.Count, Batches / 5, Batches / 2);
    }

    [Fact]
    public void Keeping_a_text_allocates_nothing_and_what_was_taken_back_is_forgotten()
    {
        using RecordingWriter writer = RecordingWriter.Create(_folder.File("r.fathom"), new RecordingOptions("test"));
        NotedRow[] rows = new NotedRow[1_000];
        writer.Raw<NotedRow>("the first one makes the table");

        long allocated = Allocated.Least(() =>
        {
            for (int i = 0; i < rows.Length; i++)
                rows[i] = new((uint)i, writer.Raw<NotedRow>("a text that is longer than twelve"), default);
        });
        writer.Write<NotedRow>(rows);
        writer.RollBack();
        writer.Write<NotedRow>([new(7, writer.Raw<NotedRow>("again"), default)]);
        writer.Commit();

        Assert.InRange(allocated, 0, 1_000);
        using RecordingReader reader = RecordingReader.Open(_folder.File("r.fathom"));
        Assert.Equal(["7|again"], PartFiles.Read(reader, "noted", "key, note"));
    }

    [Fact]
    public void A_table_without_such_texts_keeps_none()
    {
        using RecordingWriter writer = RecordingWriter.Create(_folder.File("r.fathom"), new RecordingOptions("test"));

        Assert.Throws<InvalidOperationException>(() => writer.Raw<WideRow>("no place for it"));
    }

    private static int Key(string row) => int.Parse(row[..row.IndexOf('|', StringComparison.Ordinal)], System.Globalization.CultureInfo.InvariantCulture);
}
