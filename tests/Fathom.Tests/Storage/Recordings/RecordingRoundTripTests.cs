using System.Globalization;
using Fathom.Model.Tables;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Storage.Recordings;

public sealed class RecordingRoundTripTests : IDisposable
{
    private const string Columns =
        "text, int64, double, flag, int32, uint64, key, maybe_flag, maybe_int32, maybe_int64, maybe_double, maybe_text";

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Every_column_type_reads_back_with_its_nulls()
    {
        WideRow[] rows = Rows(5_000, seed: 1);

        Assert.Equal(Expected(rows), WriteAndRead(rows, partRows: 100_000));
    }

    [Fact]
    public void Rows_are_cut_into_parts_and_each_part_is_sorted_by_the_key()
    {
        WideRow[] rows = Rows(10_000, seed: 2);

        List<string> read = WriteAndRead(rows, partRows: 3_000);

        using RecordingReader recording = RecordingReader.Open(_folder.File("r.fathom"));
        Assert.Equal([3_000L, 3_000, 3_000, 1_000], recording.Manifest.Parts.Select(p => p.Rows));
        Assert.Equal(rows.Chunk(3_000).SelectMany(Expected), read);
    }

    [Theory]
    [InlineData(10)]
    [InlineData(300)]
    [InlineData(5_000)]
    public void Few_and_many_different_texts_are_stored_alike(int texts)
    {
        Interner ids = new();
        TextId[] all = [.. Enumerable.Range(0, texts).Select(i => ids.Text($"text number {i * 7919 % texts}"))];
        WideRow[] rows = [.. Enumerable.Range(0, 20_000).Select(i => new WideRow { Key = (uint)i, Text = all[i % texts], MaybeText = i % 3 == 0 ? TextId.None : all[^(1 + (i % texts))] })];

        List<string> read = WriteAndRead(rows, 100_000, ids, "key, text, maybe_text");

        IEnumerable<string> expected = rows
            .OrderBy(r => ids.Resolve(r.Text), StringComparer.Ordinal).ThenBy(r => r.Key)
            .Select(r => $"{r.Key}|{ids.Resolve(r.Text)}|{(r.MaybeText.HasValue ? ids.Resolve(r.MaybeText) : "-")}");
        Assert.Equal(expected, read);
    }

    [Fact]
    public void A_small_part_finds_its_texts_among_many()
    {
        Interner ids = new();
        TextId[] all = [.. Enumerable.Range(0, 10_000).Select(i => ids.Text($"text number {i}"))];
        WideRow[] rows = [.. new[] { 9_999, 0, 5_000, 9_999 }.Select((t, i) => new WideRow { Key = (uint)i, Text = all[t], MaybeText = i == 1 ? all[7] : TextId.None })];

        Assert.Equal(
            ["1|text number 0|text number 7", "2|text number 5000|-", "0|text number 9999|-", "3|text number 9999|-"],
            WriteAndRead(rows, 1_000, ids, "key, text, maybe_text"));
    }

    [Fact]
    public void Empty_zero_holding_broken_and_long_texts_are_kept()
    {
        Interner ids = new();
        string[] texts = ["", "a\0b", "lone \ud800 surrogate", "lone \udfff surrogate", new string('x', 100_000), "ä€𝄞", "twelve bytes", "thirteen byte"];
        WideRow[] rows = [.. texts.Select((t, i) => new WideRow { Key = (uint)i, Text = ids.Text("same"), MaybeText = ids.Text(t) })];

        List<string> read = WriteAndRead(rows, 1_000, ids, "key, length(maybe_text), maybe_text");

        // A broken surrogate has no UTF-8; it becomes the replacement character.
        Assert.Equal(
            texts.Select((t, i) => $"{i}|{t.EnumerateRunes().Count()}|{string.Concat(t.EnumerateRunes())}"),
            read);
    }

    [Fact]
    public void Threads_write_into_one_recording_and_nothing_is_lost()
    {
        using (RecordingWriter writer = RecordingWriter.Create(_folder.File("r.fathom"), new RecordingOptions("test") { PartRows = 7_000 }))
        {
            Parallel.For(0, 4, worker =>
            {
                Fathom.Model.Recording.IRecordingSink sink = writer.Fork();
                for (uint batch = 0; batch < 50; batch++)
                    sink.Write<WideRow>([.. Enumerable.Range(0, 500).Select(i => new WideRow { Key = ((uint)worker * 25_000) + (batch * 500) + (uint)i })]);
            });
            writer.Commit();
        }

        using RecordingReader recording = RecordingReader.Open(_folder.File("r.fathom"));
        Assert.Equal(100_000, recording.Manifest.Parts.Sum(p => p.Rows));
        Assert.Equal(
            Enumerable.Range(0, 100_000).Select(i => i.ToString(CultureInfo.InvariantCulture)).Order(StringComparer.Ordinal),
            PartFiles.Read(recording, "wide", "key").Order(StringComparer.Ordinal));
    }

    private List<string> WriteAndRead(WideRow[] rows, int partRows, Interner? ids = null, string columns = Columns)
    {
        using (RecordingWriter writer = RecordingWriter.Create(_folder.File("r.fathom"), new RecordingOptions("test") { PartRows = partRows, Ids = ids ?? s_ids }))
        {
            writer.Write<WideRow>(rows);
            writer.Commit();
        }

        using RecordingReader recording = RecordingReader.Open(_folder.File("r.fathom"));
        return PartFiles.Read(recording, "wide", columns);
    }

    private static readonly Interner s_ids = new();
    private static readonly TextId[] s_texts = [.. new[] { "b", "a", "long text that is stored behind a pointer", "ä" }.Select(s_ids.Text)];

    private static WideRow[] Rows(int count, int seed)
    {
        Random random = new(seed);
        return [.. Enumerable.Range(0, count).Select(i => new WideRow(
            (uint)i,
            random.Next(2) == 0,
            random.Next(int.MinValue, int.MaxValue),
            random.Next(3) - 1,
            (ulong)random.NextInt64(long.MinValue, long.MaxValue),
            (random.Next(5) - 2) * 0.5,
            s_texts[random.Next(s_texts.Length)],
            random.Next(3) switch { 0 => null, 1 => true, _ => false },
            random.Next(3) == 0 ? null : random.Next(),
            random.Next(3) == 0 ? null : random.NextInt64(),
            random.Next(3) == 0 ? null : random.Next(100) / 4.0,
            random.Next(3) == 0 ? TextId.None : s_texts[random.Next(s_texts.Length)]))];
    }

    private static IEnumerable<string> Expected(WideRow[] rows) => rows
        .OrderBy(r => s_ids.Resolve(r.Text), StringComparer.Ordinal)
        .ThenBy(r => r.Int64).ThenBy(r => r.Double).ThenBy(r => r.Flag).ThenBy(r => r.Int32).ThenBy(r => r.UInt64).ThenBy(r => r.Key)
        .Select(r => string.Join('|', s_ids.Resolve(r.Text), r.Int64, Real(r.Double), Truth(r.Flag), r.Int32, r.UInt64, r.Key, Truth(r.MaybeFlag),
            r.MaybeInt32?.ToString(CultureInfo.InvariantCulture) ?? "-", r.MaybeInt64?.ToString(CultureInfo.InvariantCulture) ?? "-", Real(r.MaybeDouble),
            r.MaybeText.HasValue ? s_ids.Resolve(r.MaybeText) : "-"));

    private static string Truth(bool? value) => value switch { true => "true", false => "false", null => "-" };

    // As the engine writes a double: at least one decimal place.
    private static string Real(double? value) => value is { } v ? v.ToString("0.0##", CultureInfo.InvariantCulture) : "-";
}
