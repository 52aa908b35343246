using Fathom.Model.Conditions;
using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Query.Questions;
using Fathom.Query.Requests;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Query.Requests;

/// <summary>Requests on the rows of every shipped query, over a recording with rows in every table.</summary>
public sealed class ShippedRequestTests(ShippedRequestTests.Whole whole) : IClassFixture<ShippedRequestTests.Whole>
{
    public static TheoryData<string> Queries => [.. NamedQuery.All.Where(static name => QueryParts.Split(NamedQuery.Of(name).Sql) is not null)];

    // The engine plans each request anew, which takes most of the time.
    [Theory]
    [Trait("Category", "Slow")]
    [MemberData(nameof(Queries))]
    public void A_shipped_query_with_a_request_around_it_gives_what_the_request_makes_of_its_rows(string query) => Check(query, kinds: 1);

    [Theory]
    [Trait("Category", "Long")]
    [MemberData(nameof(Queries))]
    public void A_shipped_query_that_is_sorted_by_each_kind_of_column_gives_what_the_request_makes_of_its_rows(string query) =>
        Check(query, kinds: int.MaxValue);

    private void Check(string query, int kinds)
    {
        QueryParameter[] parameters = ShippedParameters.Of(query);
        ResultTable all = whole.Session.Run(query, TestContext.Current.CancellationToken, parameters);
        ResultShape shape = new(all.Columns);
        string?[] sorts =
        [
            null,
            .. all.Columns.Where(static column => column.Kind != CellKind.Null).DistinctBy(static column => column.Kind)
                .OrderBy(static column => column.Kind is CellKind.Text).Take(kinds).Select(static column => column.Name),
        ];
        QuerySession[] sessions = [whole.Session, whole.OfLongLists];
        for (int i = 0; i < sorts.Length; i++)
        {
            string? sort = sorts[i];
            ResultShaper shaper = new(
                new RowFilter([], shape),
                new LimitCheck(Limit(all), shape),
                sort is null ? null : RowOrder.Parse(sort, shape),
                ColumnChoice.Parse(null, shape),
                sort is null ? null : 7);
            string expected = Lines(shaper.Shape(new CommandResult("test", [], all)), query, sort);
            // Unsorted in both, and by each kind of column in one of them.
            foreach (QuerySession session in i == 0 ? sessions : [sessions[i % 2]])
            {
                RequestedRows rows = session.Run(query, shaper.Request, TestContext.Current.CancellationToken, parameters);

                Assert.Equal(expected, Lines(shaper.Shape(new CommandResult("test", [], rows)), query, sort));
            }
        }
    }

    // A limit on half of the values of the first column with numbers.
    private static IEnumerable<Condition> Limit(ResultTable all)
    {
        int column = all.Columns.ToList().FindIndex(static column => column.Kind == CellKind.Integer);
        Cell[] values = column < 0 ? [] : [.. all.Rows.Select(row => row[column]).Where(static cell => !cell.IsNull)];
        return values.Length == 0 ? [] : [Condition.Parse("--fail-if", $"{all.Columns[column].Name}={values.Select(static cell => cell.Integer).Order().ElementAt(values.Length / 2)}..")];
    }

    // Rows that the order finds equal come in any: they are compared by what it goes by, and all of them as a set.
    private static string Lines(ShapedResult shaped, string query, string? sort)
    {
        ResultTable table = shaped.Result.Rows;
        string[] keys = sort is not null ? [sort] : [.. QueryParts.Split(NamedQuery.Of(query).Sql)!.Order.Select(static key => key.Expression).TakeWhile(key => table.IndexOf(key) >= 0)];
        return string.Join(
            '\n',
            [
                $"{shaped.OmittedRows} omitted",
                .. shaped.Limits.Broken.Select(static broken => $"{broken.Limit} {broken.Rows}"),
                .. table.Rows.Select(row => string.Join('|', keys.Select(key => row[table.IndexOf(key)]))),
                .. table.Rows.Where(_ => sort is null).Select(static row => string.Join('|', row)).Order(StringComparer.Ordinal),
            ]);
    }

    /// <summary>One session for all tests.</summary>
    public sealed class Whole : IDisposable
    {
        private readonly TestFolder _folder = new();
        private readonly RecordingReader _recording;

        public Whole()
        {
            _recording = RecordingReader.Open(WholeRecording.Create(_folder, "whole"));
            Session = QuerySession.Open(_recording);
            OfLongLists = QuerySession.Open(ResultLimits.Shipped with { LongListRows = 0 }, [_recording]);
        }

        public QuerySession Session { get; }

        /// <summary>One that takes every list for a long one.</summary>
        public QuerySession OfLongLists { get; }

        public void Dispose()
        {
            OfLongLists.Dispose();
            Session.Dispose();
            _recording.Dispose();
            _folder.Dispose();
        }
    }
}
