using System.Globalization;
using FsCheck;
using FsCheck.Fluent;
using Fathom.Storage.Recordings;
using Xunit;

namespace Fathom.Tests.Storage.Recordings;

public sealed class RecordingPropertyTests
{
    private const string Columns = "key, flag, int32, int64, uint64, text, maybe_flag, maybe_int32, maybe_int64, maybe_text";

    [Fact]
    [Trait("Category", "Slow")]
    public void Whatever_rows_are_written_are_read_back()
    {
        Gen<string> text = Gen.Elements("", "a", "text", "a longer text than twelve bytes", "ä€𝄞", "x'y", "a,b\nc");
        Gen<(uint Key, bool Flag, long Number, string Text, string? MaybeText, long? Maybe)> row =
            from key in ArbMap.Default.GeneratorFor<uint>()
            from flag in ArbMap.Default.GeneratorFor<bool>()
            from number in Gen.OneOf(ArbMap.Default.GeneratorFor<long>(), Gen.Elements(0L, 1, -1, long.MinValue, long.MaxValue))
            from some in text
            from maybeText in Gen.OneOf(text.Select(t => (string?)t), Gen.Constant((string?)null))
            from maybe in ArbMap.Default.GeneratorFor<long?>()
            select (key, flag, number, some, maybeText, maybe);

        Prop.ForAll(row.ArrayOf().ToArbitrary(), Gen.Choose(1, 40).ToArbitrary(), (rows, partRows) => ReadsBack(rows, partRows))
            .Check(Config.QuickThrowOnFailure.WithMaxTest(15).WithEndSize(200));
    }

    private static void ReadsBack((uint Key, bool Flag, long Number, string Text, string? MaybeText, long? Maybe)[] rows, int partRows)
    {
        using RecordingWriter writer = RecordingWriter.CreateTemporary(new RecordingOptions("test run") { PartRows = partRows * 10 });
        writer.Write<WideRow>([.. rows.Select(r => new WideRow(
            r.Key, r.Flag, (int)r.Number, r.Number, (ulong)r.Number, 0, writer.Ids.Text(r.Text), r.Maybe is null ? null : r.Flag, (int?)r.Maybe, r.Maybe, null, writer.Ids.Text(r.MaybeText)))]);
        writer.Commit();

        using RecordingReader recording = RecordingReader.Open(writer.Folder);
        IEnumerable<string> expected = rows.Select(r => string.Create(
            CultureInfo.InvariantCulture,
            $"{r.Key}|{Truth(r.Flag)}|{(int)r.Number}|{r.Number}|{(ulong)r.Number}|{r.Text}|{(r.Maybe is null ? "-" : Truth(r.Flag))}|"
            + $"{((int?)r.Maybe)?.ToString(CultureInfo.InvariantCulture) ?? "-"}|{r.Maybe?.ToString(CultureInfo.InvariantCulture) ?? "-"}|{r.MaybeText ?? "-"}"));
        Assert.Equal(expected.Order(StringComparer.Ordinal), PartFiles.Read(recording, "wide", Columns).Order(StringComparer.Ordinal));
    }

    private static string Truth(bool value) => value ? "true" : "false";
}
