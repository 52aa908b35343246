using Fathom.Model.Results;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;
using Fathom.Render.Formats;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Query;

/// <summary>A session over two recordings whose ids collide, for the golden tests of shipped queries.</summary>
internal sealed class TwoRecordings : IDisposable
{
    private readonly RecordingReader _a;
    private readonly RecordingReader _b;

    /// <summary>Records both in a folder of the test.</summary>
    /// <param name="recordA">Makes the first recording in the folder given.</param>
    /// <param name="recordB">Makes the second one.</param>
    public TwoRecordings(Func<TestFolder, RecordingReader> recordA, Func<TestFolder, RecordingReader> recordB)
    {
        _a = recordA(Folder);
        _b = recordB(Folder);
        Session = QuerySession.Open(_a, _b);
    }

    public TestFolder Folder { get; } = new();

    /// <summary>Recording 0 is A, recording 1 is B.</summary>
    public QuerySession Session { get; }

    public static string Csv(ResultTable table)
    {
        using StringWriter text = new();
        CsvRenderer.Write(table, text);
        return text.ToString();
    }

    public ResultTable Run(string query, params (string Name, int Value)[] parameters) =>
        Session.Run(query, TestContext.Current.CancellationToken, [.. parameters.Select(p => new QueryParameter(p.Name, Cell.Of(p.Value)))]);

    /// <summary>Compares the answers of a query about one recording, asked of both, with its golden file. All goldens are where ShippedSqlTests looks for them.</summary>
    public void MatchEach(string query, params (string Name, int Value)[] more) => Match(query, Run(query, [("rec", 0), .. more]), Run(query, [("rec", 1), .. more]));

    /// <summary>As the other one, with parameters of any kind.</summary>
    public void MatchEach(string query, QueryParameter[] more) =>
        Match(query, [.. from rec in (int[])[0, 1] select Session.Run(query, TestContext.Current.CancellationToken, [QueryParameter.Of("rec", rec), .. more])]);

    /// <summary>As <see cref="MatchEach(string, QueryParameter[])"/>, with a text for a parameter: one first and another then.</summary>
    public void MatchEachTwice(string query, string parameter, string first, string second) => Match(
        query,
        [.. from rec in (int[])[0, 1] from text in (string[])[first, second] select Session.Run(
            query, TestContext.Current.CancellationToken, [QueryParameter.Of("rec", rec), new QueryParameter(parameter, Cell.Of(text))])]);

    /// <summary>As <see cref="MatchEach(string, QueryParameter[])"/>, with a parameter that is 0 first and 1 then.</summary>
    public void MatchEachTwice(string query, string parameter) => Match(
        query,
        Run(query, ("rec", 0), (parameter, 0)),
        Run(query, ("rec", 0), (parameter, 1)),
        Run(query, ("rec", 1), (parameter, 0)),
        Run(query, ("rec", 1), (parameter, 1)));

    /// <summary>Compares the answers of a query that compares two recordings, asked in both directions, with its golden file.</summary>
    public void MatchBoth(string query) => Match(query, Run(query, ("a", 0), ("b", 1)), Run(query, ("a", 1), ("b", 0)));

    /// <summary>As <see cref="MatchBoth"/>, with a parameter that is 0 first and 1 then.</summary>
    public void MatchBothTwice(string query, string parameter) => Match(
        query,
        Run(query, ("a", 0), ("b", 1), (parameter, 0)),
        Run(query, ("a", 0), ("b", 1), (parameter, 1)),
        Run(query, ("a", 1), ("b", 0), (parameter, 0)),
        Run(query, ("a", 1), ("b", 0), (parameter, 1)));

    public void Dispose()
    {
        Session.Dispose();
        _a.Dispose();
        _b.Dispose();
        Folder.Dispose();
    }

    /// <summary>Compares answers of a query with its golden file.</summary>
    public static void Match(string query, params ResultTable[] tables) =>
        Snapshot.Match(string.Join('\n', tables.Select(Csv)), $"{query.Replace('/', '.')}.csv");
}
