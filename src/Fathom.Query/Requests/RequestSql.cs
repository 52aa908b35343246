using System.Globalization;
using Fathom.Model.Conditions;
using Fathom.Model.Shaping;
using Fathom.Query.Statements;
using Fathom.Storage.DuckDb;

namespace Fathom.Query.Requests;

/// <summary>
/// A shipped query with a request on its rows around it. The keys of the query's own order become columns of the inner query, so that they decide between
/// rows that the request's order finds equal.
/// </summary>
internal sealed class RequestSql
{
    /// <summary>The column with the number in <see cref="CountedRows"/>.</summary>
    public const string KeptName = "__kept";

    private readonly RowRequest _request;
    private readonly Dictionary<string, ColumnSql> _columns;
    private readonly string _shown;
    private readonly string _from;
    private readonly string _where;
    private readonly string _order;

    private RequestSql(QueryParts parts, IReadOnlyList<DuckDbColumn> columns, Dictionary<string, ColumnSql> byName, RowRequest request)
    {
        _request = request;
        _columns = byName;
        _shown = Names(request.Columns.Count == 0 ? columns.Select(static column => column.Name) : request.Columns);
        List<string> hidden = [];
        List<string> order = request.Order is { } asked ? [byName[asked.Column.Name].Order(asked.IsDescending)] : [];
        foreach (OrderKey key in parts.Order)
        {
            string name = byName.ContainsKey(key.Expression) ? SqlText.Name(key.Expression) : string.Create(CultureInfo.InvariantCulture, $"__order_{hidden.Count + 1}");
            if (!byName.ContainsKey(key.Expression))
                hidden.Add($", {key.Expression} AS {name}");
            order.Add($"{name} {key.Direction}");
        }

        _from = $" FROM (\n{parts.Head.TrimEnd()}{string.Concat(hidden)}\n{parts.Tail}\n) AS answer";
        _where = request.Tests.Count == 0 ? "" : $" WHERE {All(request.Tests)}";
        _order = order.Count == 0 ? "" : $" ORDER BY {string.Join(", ", order)}";
    }

    /// <summary>The rows that are shown.</summary>
    public string Rows => $"SELECT {_shown}{_from}{_where}{_order}{(_request.Top is { } top ? Limit(top) : "")}";

    /// <summary>
    /// How many of the first rows have a value in the column that orders them, and the value of the last one: 1 row. Only that column is read. Null where rows are not ordered by a plain number.
    /// </summary>
    public string? LastKey => _request is { Top: { } top, Order: { } order } && _columns[order.Column.Name] is var key && key.Outermost(order.IsDescending) is { } last
        ? $"SELECT COUNT({SqlText.Name(order.Column.Name)}), {last} FROM (SELECT {SqlText.Name(order.Column.Name)}{_from}{_where} ORDER BY {key.Order(order.IsDescending)}{Limit(top)}) AS first"
        : null;

    /// <summary>The rows that are shown, where the value of the last one is known.</summary>
    /// <param name="lastKey">The value.</param>
    public string RowsUpTo(long lastKey) => $"SELECT {_shown}{_from}{Where(_columns[_request.Order!.Column.Name].From(lastKey, !_request.Order.IsDescending))}{_order}{Limit(_request.Top!.Value)}";

    /// <summary>The rows that are shown, each with the number of all rows that are kept.</summary>
    public string CountedRows => $"SELECT {_shown}, COUNT(*) OVER () AS {KeptName}{_from}{_where}{_order}{(_request.Top is { } top ? Limit(top) : "")}";

    /// <summary>How many rows there are, whatever is kept.</summary>
    public string AllCount => $"SELECT COUNT(*){_from}";

    /// <summary>How many rows are kept, and how many of them meet each limit.</summary>
    public string KeptCounts => $"SELECT COUNT(*){string.Concat(_request.Limits.Select(limit => limit.Count == 0 ? ", 0" : $", COUNT(*) FILTER (WHERE {All(limit)})"))}{_from}{_where}";

    /// <summary>Puts a request around a query.</summary>
    /// <param name="sql">The query.</param>
    /// <param name="columns">Its columns.</param>
    /// <param name="request">What is asked of its rows.</param>
    /// <param name="functions">How texts are compared.</param>
    /// <returns>Null where the request must be done with the rows: the query cannot be taken apart, or its columns are not of the kinds that the request knows.</returns>
    public static RequestSql? Compose(string sql, IReadOnlyList<DuckDbColumn> columns, RowRequest request, TextFunctions functions)
    {
        // What a parameter decides about has no type before it is bound.
        if (columns.Any(static column => !ResultReader.CanRead(column.Type)))
            return null;
        if (QueryParts.Split(sql) is not { } parts || columns.DistinctBy(static column => column.Name, StringComparer.OrdinalIgnoreCase).Count() < columns.Count)
            return null;
        Dictionary<string, ColumnSql> byName = columns.ToDictionary(static column => column.Name, column => new ColumnSql(column, functions), StringComparer.OrdinalIgnoreCase);
        bool known = request.Tests.Concat(request.Limits.SelectMany(static limit => limit)).Select(static test => test.Column).Concat(request.Order is { } order ? [order.Column] : [])
            .All(column => byName.TryGetValue(column.Name, out ColumnSql? found) && found.Fits(column));
        return known && request.Columns.All(byName.ContainsKey) ? new RequestSql(parts, columns, byName, request) : null;
    }

    /// <summary>The tested values of the first rows that meet a limit.</summary>
    public string FirstOf(IReadOnlyList<CellTest> limit) =>
        $"SELECT {Names(limit.Select(static test => test.Column.Name))}{_from} WHERE {All([.. _request.Tests, .. limit])}{_order}{Limit(LimitCheck.MaxEvidence)}";

    private string Where(string further) => _where.Length == 0 ? $" WHERE {further}" : $"{_where} AND {further}";

    private string All(IEnumerable<CellTest> tests) => string.Join(" AND ", tests.Select(test => $"({_columns[test.Column.Name].Condition(test)})"));

    private static string Names(IEnumerable<string> columns) => string.Join(", ", columns.Select(SqlText.Name));

    private static string Limit(int rows) => string.Create(CultureInfo.InvariantCulture, $" LIMIT {rows}");
}
