using System.Globalization;
using System.Text.RegularExpressions;
using Fathom.Model.Results;
using Fathom.Query.Questions;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Query.Questions;

public sealed partial class HeaderReaderTests
{
    private const string Good = """
        -- What lies there, per type.
        -- The largest first.
        -- Parameters:
        --   $rec   integer  which recording
        --   $lane  text     feature or  version
        -- Columns:
        --   kind           text
        --   module         hidden text   file of the assembly
        --   path           lines         from the root
        --   n              count
        --   size_bytes     bytes         what they occupy
        --   average_bytes  real bytes
        --   cpu_ns         real ns
        --   free_percent   percent
        --   address        hidden address
        --   explained      boolean
        --   factor         real
        -- Rows: free, allocated,
        --   total
        -- Totals: heap/totals
        -- Snapshot: yes
        -- Sums: yes
        -- Compared: kind, path by size_bytes, own by n
        -- Adds: size_bytes
        -- Overlaps: n, cpu_ns
        -- Keeps: average_bytes
        SELECT 1
        """;

    public static TheoryData<string> Queries => [.. NamedQuery.All];

    [Fact]
    public void A_header_is_read()
    {
        QueryHeader header = Read(Good);

        Assert.Equal([new HeaderParameter("rec", CellKind.Integer, "which recording"), new HeaderParameter("lane", CellKind.Text, "feature or  version")], header.Parameters);
        Assert.Equal(
            [
                new HeaderColumn(new ResultColumn("kind", CellKind.Text), false, ""),
                new HeaderColumn(new ResultColumn("module", CellKind.Text), true, "file of the assembly"),
                new HeaderColumn(new ResultColumn("path", CellKind.Text, ColumnUnit.Lines), false, "from the root"),
                new HeaderColumn(new ResultColumn("n", CellKind.Integer, ColumnUnit.Count), false, ""),
                new HeaderColumn(new ResultColumn("size_bytes", CellKind.Integer, ColumnUnit.Bytes), false, "what they occupy"),
                new HeaderColumn(new ResultColumn("average_bytes", CellKind.Real, ColumnUnit.Bytes), false, ""),
                new HeaderColumn(new ResultColumn("cpu_ns", CellKind.Real, ColumnUnit.Nanoseconds), false, ""),
                new HeaderColumn(new ResultColumn("free_percent", CellKind.Real, ColumnUnit.Percent), false, ""),
                new HeaderColumn(new ResultColumn("address", CellKind.Integer, ColumnUnit.Address), true, ""),
                new HeaderColumn(new ResultColumn("explained", CellKind.Boolean), false, ""),
                new HeaderColumn(new ResultColumn("factor", CellKind.Real), false, ""),
            ],
            header.Columns);
        Assert.Equal(["free", "allocated", "total"], header.Rows);
        Assert.Equal(("heap/totals", true, true), (header.Totals, header.IsSnapshot, header.IsSums));
        ComparedColumns compared = header.Compared!;
        Assert.Equal(["kind", "path"], compared.Same);
        Assert.Equal(("size_bytes", "n"), (compared.Figure, compared.OwnFigure));
        Assert.Equal(["size_bytes", "n", "cpu_ns", "average_bytes"], compared.Figures);
        Assert.Equal(["size_bytes", "n", "cpu_ns"], compared.Grows);
    }

    [Fact]
    public void Lines_may_end_as_on_Windows() => Assert.Equal(Read(Good).Columns, Read(Good.ReplaceLineEndings("\r\n")).Columns);

    [Fact]
    public void A_word_says_how_much_a_column_matters() => Assert.Equal(
        [("process", ColumnRank.Common), ("method", ColumnRank.Key), ("gap_percent", ColumnRank.Detail), ("module", ColumnRank.Usual)],
        Read("-- What ran.\n-- Columns:\n--   process  common text\n--   method  key text\n--   gap_percent  detail percent\n--   module  text\nSELECT 1")
            .Columns.Select(static column => (column.Column.Name, column.Column.Rank)));

    [Fact]
    public void People_read_which_side_of_a_comparison_was_before() => Assert.Equal(
        ["before", "after", "before_size", "after_size", "before_count", "after_count", "a_share_percent", "b", "delta"],
        Read("-- What changed.\n-- Columns:\n--   a_bytes  bytes\n--   b_bytes  bytes\n--   a_size_bytes  bytes\n--   b_size_bytes  bytes\n--   a_count  count\n--   b_count  count\n"
            + "--   a_share_percent  percent\n--   b  text\n--   delta_bytes  bytes\nSELECT 1").Columns.Select(static column => column.Column.ShortName));

    [Fact]
    public void A_mistake_is_named_with_its_file_and_line()
    {
        (string From, string To)[] mistakes =
        [
            ("-- What lies there, per type.\n-- The largest first.\n", ""),
            ("-- The largest first.", "--"),
            ("-- The largest first.", "--   type  text"),
            ("-- Parameters:", "-- Parameter:"),
            ("-- Parameters:", "-- Parameters: none"),
            ("$rec ", "rec  "),
            ("$rec   integer  which recording", "$rec   integer"),
            ("$rec   integer", "$rec   count"),
            ("$lane", "$rec "),
            ("-- Columns:", "-- Colums:"),
            ("-- Columns:", "-- columns:"),
            ("--   kind           text\n", ""),
            ("kind           text", "kind text"),
            ("kind           text", "Kind           text"),
            ("hidden text", "hiden text"),
            ("hidden text", "text hidden"),
            ("--   path", "-- path"),
            ("n              count", "kind           count"),
            ("n              count", "n              bytes"),
            ("size_bytes     bytes", "size_bytes     ns"),
            ("size_bytes     bytes", "size_bytes     integer"),
            ("size_bytes     bytes", "size_bytes     real"),
            ("free_percent   percent", "free_percent   real percent"),
            ("address        hidden address", "address        hidden integer"),
            ("--   total", "--   free"),
            ("--   total", "--   the total"),
            ("-- Totals: heap/totals", "-- Totals: heap/total"),
            ("-- Totals: heap/totals\n", "-- Totals: heap/totals\n-- Rows: more\n"),
            ("-- Snapshot: yes", "-- Snapshot: no"),
            ("-- Snapshot: yes", "-- Snapshot: yes\n-- More of it."),
            ("-- Sums: yes", "-- Sums: no"),
            ("-- Sums: yes", "-- Sums: yes\n-- Snapshot: yes"),
            ("kind, path by size_bytes, own by n", "kind, path"),
            ("kind, path by size_bytes, own by n", "kind, path by size_bytes by n"),
            ("kind, path by size_bytes, own by n", "kind, paths by size_bytes"),
            ("kind, path by size_bytes, own by n", "kind by size_bytes, own by factor"),
            ("-- Compared: kind, path by size_bytes, own by n\n", ""),
            ("-- Adds: size_bytes\n", ""),
            ("-- Overlaps: n, cpu_ns", "-- Overlaps: n, gpu_ns"),
            ("-- Keeps: average_bytes", "-- Keeps: average_bytes\n-- Adds: n"),
            (Good[Good.IndexOf("-- Columns", StringComparison.Ordinal)..], "SELECT 1"),
        ];

        Snapshot.Match(string.Join('\n', mistakes.Select(static mistake => Mistake(Good.Replace(mistake.From, mistake.To, StringComparison.Ordinal)))), "header-mistakes.txt");
    }

    // Whatever becomes of a header, it is read or it is refused with a line that it has.
    [Theory]
    [MemberData(nameof(Queries))]
    public void A_damaged_header_is_read_or_refused_with_its_file_and_line(string query)
    {
        Random random = new(query.Length);
        string text = NamedQuery.Of(query).Text;
        int length = HeaderReader.Length(text);
        for (int i = 0; i < 200; i++)
        {
            string damaged = Damage(text, length, random);
            try
            {
                new HeaderReader("Sql/damaged.sql", damaged).Read();
            }
            catch (InvalidDataException refused)
            {
                Match named = PlacePattern().Match(refused.Message);
                Assert.True(named.Success, refused.Message);
                Assert.InRange(int.Parse(named.Groups[1].Value, CultureInfo.InvariantCulture), 0, damaged.Count(static letter => letter == '\n') + 1);
            }
        }
    }

    private static string Damage(string text, int length, Random random)
    {
        int at = random.Next(length), count = random.Next(1, 20);
        string rest = text[Math.Min(at + count, length)..];
        return random.Next(4) switch
        {
            0 => text[..at] + rest,
            1 => text[..at] + text[at..Math.Min(at + count, length)] + text[at..],
            2 => text[..at] + (char)random.Next(' ', 0x100) + text[(at + 1)..],
            _ => text[..at] + "\n--   " + text[at..],
        };
    }

    private static string Mistake(string text) => Record.Exception(() => Read(text)) is InvalidDataException refused ? refused.Message : $"accepted: {text}";

    private static QueryHeader Read(string text) => new HeaderReader("Sql/test.sql", text).Read();

    [GeneratedRegex(@"^Sql/damaged\.sql, line ([0-9]+): .+\.$", RegexOptions.Singleline)]
    private static partial Regex PlacePattern();
}
