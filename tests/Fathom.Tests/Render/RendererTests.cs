using System.Text;
using System.Text.Json;
using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Model.Units;
using Fathom.Render.Formats;
using Fathom.Storage.DuckDb;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Render;

public sealed class RendererTests
{
    [Fact]
    public void A_table_in_a_pipe_shows_everything_in_readable_units() => Snapshot.Match(Table(TableStyle.Plain), "table.txt");

    [Fact]
    public void A_table_on_a_terminal_fits_its_width_by_shortening_text_in_the_middle()
    {
        string text = Table(new TableStyle(130, Colour: false, null));

        Snapshot.Match(text, "table-130-columns.txt");
        Assert.All(text.Split('\n'), line => Assert.True(line.Length <= 130, line));
    }

    [Fact]
    public void Numbers_are_never_shortened() =>
        Assert.Contains("320,000,000", Table(new TableStyle(40, false, MeasureUnit.Find("B"))), StringComparison.Ordinal);

    [Fact]
    public void Headings_are_emphasised_on_a_colour_terminal_only()
    {
        Assert.Contains("\e[1mtype", Table(new TableStyle(120, Colour: true, null)), StringComparison.Ordinal);
        Assert.DoesNotContain('\e', Table(new TableStyle(120, Colour: false, null)));
    }

    [Fact]
    public void A_chosen_unit_is_named_once_in_the_heading() =>
        Snapshot.Match(Table(new TableStyle(null, false, MeasureUnit.Find("MiB"))), "table-mib.txt");

    [Fact]
    public void Rows_that_are_not_shown_are_counted() =>
        Assert.Contains(
            "… 1,234 more rows (--top N)",
            Table(TableStyle.Plain, SampleAnswer.Shaped with { OmittedRows = 1_234 }),
            StringComparison.Ordinal);

    [Fact]
    public void A_table_without_rows_still_shows_header_and_totals()
    {
        CommandResult result = SampleAnswer.Result with { Rows = ResultTable.Empty(SampleAnswer.Columns) };

        Snapshot.Match(Table(TableStyle.Plain, SampleAnswer.Shaped with { Result = result }), "table-empty.txt");
    }

    [Fact]
    public void Markdown_escapes_what_would_be_taken_for_markup()
    {
        using StringWriter text = new() { NewLine = "\n" };
        MarkdownRenderer.Write(SampleAnswer.Shaped with { OmittedRows = 3 }, text, null);

        Snapshot.Match(text.ToString(), "markdown.md");
    }

    [Fact]
    public void Csv_holds_base_units_and_quotes_as_RFC_4180_says() => Snapshot.Match(Csv(null), "plain.csv");

    [Fact]
    public void Csv_of_a_snapshot_leads_with_when_and_whom() => Snapshot.Match(Csv(SampleAnswer.Result.Trend), "trend.csv");

    [Fact]
    public void Csv_read_by_the_database_gives_the_same_values()
    {
        string folder = Directory.CreateTempSubdirectory("fathom-test-").FullName;
        try
        {
            string file = Path.Combine(folder, "a.csv");
            File.WriteAllText(file, Csv(null));
            using DuckDbConnection engine = DuckDbConnection.Open(DuckDbOptions.In(folder));
            using DuckDbResult result = engine.Query(
                $"SELECT * FROM read_csv('{file}', header = true, all_varchar = true, allow_quoted_nulls = false, strict_mode = true, parallel = false)");

            Assert.Equal(SampleAnswer.Columns.Select(column => column.Name), result.Columns.Select(column => column.Name));
            Assert.True(result.Read(out DuckDbChunk chunk));
            Assert.Equal(SampleAnswer.Result.Rows.Rows.Count, chunk.RowCount);
            for (int row = 0; row < chunk.RowCount; row++)
            {
                for (int column = 0; column < result.Columns.Count; column++)
                    Assert.Equal(
                        AsCsv(SampleAnswer.Result.Rows.Rows[row][column], SampleAnswer.Columns[column].Unit),
                        chunk.Column(column).IsNull(row) ? null : Encoding.UTF8.GetString(chunk.Column(column).Utf8(row)));
            }
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    [Fact]
    public void Json_holds_rows_totals_losses_and_notes() => Snapshot.Match(Json(SampleAnswer.Result, ["a note", "limit broken: x"]), "result.json");

    [Fact]
    public void Json_of_an_empty_answer_has_every_field()
    {
        CommandResult result = new("sql", [], ResultTable.Empty(new ResultColumn("a", CellKind.Integer)));

        Assert.Equal("{\"schema\":2,\"fathom\":\"0.2.0\",\"command\":\"sql\",\"subjects\":[],\"about\":[],\"rows\":[],\"totals\":[],\"losses\":[],\"notes\":[]}\n", Json(result, []));
    }

    [Fact]
    public void Json_is_valid_and_keeps_every_value()
    {
        using JsonDocument document = JsonDocument.Parse(Json(SampleAnswer.Result, []));

        JsonElement rows = document.RootElement.GetProperty("rows");
        Assert.Equal(320_000_000, rows[0].GetProperty("size_bytes").GetInt64());
        Assert.Equal("evil\e[31m\n\rname\u202e, \"quoted\" | *bold* `x`", rows[2].GetProperty("type").GetString());
        Assert.Equal(long.MaxValue, rows[4].GetProperty("delta_size_bytes").GetInt64());
        Assert.Equal(JsonValueKind.Null, rows[4].GetProperty("share_percent").ValueKind);
        Assert.Equal(JsonValueKind.Null, rows[5].GetProperty("share_percent").ValueKind);
        Assert.Equal(4096, document.RootElement.GetProperty("losses")[0].GetProperty("bytes").GetInt64());
    }

    [Fact]
    public void A_large_answer_is_written_in_pieces()
    {
        Cell[][] rows = [.. Enumerable.Range(0, 20_000).Select(i => new[] { Cell.Of(i), Cell.Of($"type {i}") })];
        CommandResult result = new("sql", [], new ResultTable([new("i", CellKind.Integer), new("t", CellKind.Text)], rows));
        using PieceCounter stream = new();
        JsonRenderer.Write(result, [], stream);

        using JsonDocument document = JsonDocument.Parse(stream.ToArray());
        Assert.Equal(20_000, document.RootElement.GetProperty("rows").GetArrayLength());
        Assert.InRange(stream.LargestPiece, 1, 70 * 1024);
    }

    private static string Table(TableStyle style, ShapedResult? shaped = null)
    {
        using StringWriter text = new() { NewLine = "\n" };
        TableRenderer.Write(shaped ?? SampleAnswer.Shaped, text, style);
        return text.ToString();
    }

    private static string Csv(TrendContext? trend)
    {
        using StringWriter text = new();
        CsvRenderer.Write(SampleAnswer.Result.Rows, text, trend);
        return text.ToString();
    }

    private static string? AsCsv(Cell cell, ColumnUnit unit)
    {
        if (cell.IsNull || (cell.Kind == CellKind.Real && !double.IsFinite(cell.Number)))
            return null;
        return unit == ColumnUnit.Address ? $"0x{cell.Integer:x}" : cell.ToString();
    }

    private static string Json(CommandResult result, IReadOnlyList<string> notes)
    {
        using MemoryStream stream = new();
        JsonRenderer.Write(result, notes, stream);
        return Encoding.UTF8.GetString(stream.ToArray());
    }

    private sealed class PieceCounter : MemoryStream
    {
        public int LargestPiece { get; private set; }

        public override void Write(ReadOnlySpan<byte> buffer)
        {
            LargestPiece = Math.Max(LargestPiece, buffer.Length);
            base.Write(buffer);
        }
    }
}
