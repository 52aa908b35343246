using System.Globalization;
using System.Text;
using Fathom.Model;
using Fathom.Model.Conditions;
using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Query.Requests;

/// <summary>What the engine does with rows is what is done with them in memory.</summary>
public sealed class RequestPropertyTests : IDisposable
{
    private const int RequestsPerTable = 6;

    private readonly TestFolder _folder = new();
    private readonly RecordingReader _recording;
    private readonly QuerySession _session;

    public RequestPropertyTests()
    {
        _recording = HeapRecordings.Create(_folder, "a", "MyApp.Order", 1);
        _session = QuerySession.Open(ResultLimits.Shipped with { LongListRows = 0 }, [_recording]);
    }

    public void Dispose()
    {
        _session.Dispose();
        _recording.Dispose();
        _folder.Dispose();
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData(0, 15)]
    public void Random_requests_on_random_rows_give_equal_answers_both_ways(int first, int tables)
    {
        for (int seed = first; seed < first + tables; seed++)
        {
            Random random = new(seed);
            string sql = new RandomTable(random).Query();
            ResultTable whole = _session.Ask(sql, [], TestContext.Current.CancellationToken);
            for (int i = 0; i < RequestsPerTable; i++)
            {
                ResultShaper shaper = Shaper(random, out string words);
                RequestedRows rows = _session.Ask(sql, shaper.Request, [], TestContext.Current.CancellationToken, isSums: i % 2 == 1);

                Assert.NotNull(rows.Counts);
                Assert.True(
                    Text(shaper.Shape(new CommandResult("test", [], whole))) == Text(shaper.Shape(new CommandResult("test", [], rows))),
                    $"seed {seed}: {words}\n{sql}\nin memory:\n{Text(shaper.Shape(new CommandResult("test", [], whole)))}\nin the engine:\n{Text(shaper.Shape(new CommandResult("test", [], rows)))}");
            }
        }
    }

    [Theory]
    [Trait("Category", "Long")]
    [InlineData(15, 45)]
    public void More_random_requests_give_equal_answers_both_ways(int first, int tables) =>
        Random_requests_on_random_rows_give_equal_answers_both_ways(first, tables);

    private static ResultShaper Shaper(Random random, out string words)
    {
        StringBuilder all = new();
        IReadOnlyList<ResultColumn> columns = RandomTable.Shape.Columns;
        Condition[] where = [.. Enumerable.Range(0, random.Next(3)).Select(_ => Any("--where"))];
        Condition[] limits = [.. Enumerable.Range(0, random.Next(3)).Select(_ => Any("--fail-if"))];
        string? sort = random.Next(4) == 0 ? null : Column().Name + random.Next(3) switch { 0 => "", 1 => ":asc", _ => ":desc" };
        string? choice = random.Next(3) switch { 0 => null, 1 => $"{Column().Name},{Column().Name}", _ => "+small" };
        int? top = random.Next(2) == 0 ? null : random.Next(1, 30);
        words = all.Append(CultureInfo.InvariantCulture, $"--sort {sort} --columns {choice} --top {top}").ToString();
        return new ResultShaper(
            new RowFilter(where, RandomTable.Shape),
            new LimitCheck(limits, RandomTable.Shape),
            sort is null ? null : RowOrder.Parse(sort, RandomTable.Shape),
            ColumnChoice.Parse(choice, RandomTable.Shape),
            top);

        ResultColumn Column() => columns[random.Next(columns.Count)];

        Condition Any(string option)
        {
            while (true)
            {
                string text = string.Join(",", Enumerable.Range(0, random.Next(1, 3)).Select(_ => Part(random, Column())));
                try
                {
                    Condition condition = Condition.Parse(option, text);
                    _ = new RowFilter([condition], RandomTable.Shape);
                    all.Append(CultureInfo.InvariantCulture, $"{option} '{text}' ");
                    return condition;
                }
                catch (FathomException)
                {
                    // A range that ends before it starts: the next one.
                }
            }
        }
    }

    private static string Part(Random random, ResultColumn column)
    {
        IReadOnlyList<string> values = RandomTable.Values(column.Kind, column.Unit);
        string one = values[random.Next(values.Count)], other = values[random.Next(values.Count)];
        return $"{column.Name}=" + (column.Kind, random.Next(6)) switch
        {
            (CellKind.Boolean, _) => one,
            (CellKind.Text, 0) => $"!{one}",
            (CellKind.Text, 1) => $"*{one}*",
            (CellKind.Text, 2) => $"{one}*,!*{other}",
            (CellKind.Text, 3) => "?",
            (CellKind.Text, 4) => $"{one},{other}",
            (_, 0) => $"{one}..",
            (_, 1) => $"..{one}",
            (_, 2) or (_, 3) => $"{one}..{other}",
            _ => one,
        };
    }

    // Reals to their last bit: a zero has a sign.
    private static string Text(ShapedResult shaped)
    {
        StringBuilder text = new();
        text.AppendLine(string.Join('|', shaped.Result.Rows.Columns));
        foreach (Cell[] row in shaped.Result.Rows.Rows)
            text.AppendLine(string.Join('|', row.Select(Text)));
        text.Append(CultureInfo.InvariantCulture, $"{shaped.OmittedRows} omitted\n");
        if (shaped.Result.Rows.Rows.Count == 0)
            text.Append(CultureInfo.InvariantCulture, $"of {shaped.AllRows}\n");
        foreach (BrokenLimit broken in shaped.Limits.Broken)
        {
            IEnumerable<string> evidence = broken.Evidence.Select(static row => string.Join(", ", row.Select(static value => $"{value.Name} {value.Unit} {Text(value.Value)}")));
            text.AppendLine($"{broken.Limit}: {broken.Rows}: {string.Join("; ", evidence)}");
        }

        return text.ToString();
    }

    private static string Text(Cell cell) => $"{cell.Kind} {(cell.Kind == CellKind.Real ? BitConverter.DoubleToInt64Bits(cell.Number).ToString("x", CultureInfo.InvariantCulture) : cell)}";
}
