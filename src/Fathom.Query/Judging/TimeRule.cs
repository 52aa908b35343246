using Fathom.Model;
using Fathom.Model.Catalog;
using Fathom.Model.Results;
using Fathom.Query.Foreign;
using Fathom.Query.Questions;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;

namespace Fathom.Query.Judging;

/// <summary>
/// A rule that is a query: each of its rows is a finding. Shipped ones are in <c>Sql/rules</c>, others are files of users.
/// </summary>
public sealed class TimeRule
{
    private const string Folder = "rules/";
    private const string Rec = "rec";

    private readonly NamedQuery _query;
    private readonly bool _isForeign;

    private TimeRule(string name, NamedQuery query, bool isForeign)
    {
        Name = name;
        _query = query;
        _isForeign = isForeign;
        Header = query.Header.Rule ?? throw new InvalidDataException($"{query.File}: the header has no section 'Rule'.");
    }

    /// <summary>Those that Fathom has, in the order of their findings.</summary>
    public static IReadOnlyList<TimeRule> Shipped { get; } =
    [
        .. NamedQuery.All.Where(static name => name.StartsWith(Folder, StringComparison.Ordinal))
            .Select(static name => new TimeRule(name[Folder.Length..], NamedQuery.Of(name), isForeign: false))
            .OrderBy(static rule => rule.Header.Order),
    ];

    /// <summary>Its name.</summary>
    public string Name { get; }

    /// <summary>What its header says.</summary>
    public RuleHeader Header { get; }

    /// <summary>Whether a user wrote it.</summary>
    internal bool IsForeign => _isForeign;

    /// <summary>The rule that a user wrote.</summary>
    /// <param name="file">Its file, which names it.</param>
    /// <param name="text">What stands in it.</param>
    /// <exception cref="FathomException">The header has a mistake; the message names the file and the line.</exception>
    public static TimeRule OfText(string file, string text)
    {
        try
        {
            TimeRule rule = new(Path.GetFileNameWithoutExtension(file), NamedQuery.OfText(file, text), isForeign: true);
            return rule._query.Header.Parameters is [] or [{ Name: Rec, Kind: CellKind.Integer }] ? rule
                : throw new InvalidDataException($"{file}: a rule has no other parameter than '$rec  integer'.");
        }
        catch (InvalidDataException mistake)
        {
            throw new FathomException(mistake.Message, "docs/findings.md has an example of a rule", ExitCode.Usage, mistake);
        }
    }

    /// <summary>The tables that it reads.</summary>
    /// <param name="session">The recordings.</param>
    internal IEnumerable<string> Tables(QuerySession session) =>
        TableCatalog.All.Select(static table => table.Name).Where(name => _query.Names(name, session.Window));

    /// <summary>Its findings.</summary>
    /// <param name="session">The recordings.</param>
    /// <param name="rec">Position of the recording.</param>
    /// <param name="stop">Interrupts it.</param>
    /// <exception cref="FathomException">The query of a user is wrong.</exception>
    internal IReadOnlyList<TableRow> Rows(QuerySession session, int rec, CancellationToken stop)
    {
        QueryParameter[] values = _query.Header.Parameters.Count == 0 ? [] : [QueryParameter.Of(Rec, rec)];
        return [.. TableRow.All(_isForeign ? Foreign(session, values, stop) : session.Run(Folder + Name, stop, values))];
    }

    private ResultTable Foreign(QuerySession session, QueryParameter[] values, CancellationToken stop)
    {
        try
        {
            ResultTable rows = ForeignQuery.Run(
                session.Recordings, _query.SqlIn(session.Window), values, stop, origin: _query.OriginIn(session.Window)).Rows;
            return _query.Header.Declare(rows, isPart: false);
        }
        catch (InvalidDataException mistake)
        {
            throw new FathomException(
                mistake.Message, "give the columns of the header the names and types that the SELECT has", ExitCode.Usage, mistake);
        }
        catch (FathomException refusal) when (!refusal.Message.Contains(_query.File, StringComparison.Ordinal))
        {
            throw new FathomException($"'{_query.File}': {refusal.Message}", refusal.NextStep, refusal.ExitCode, refusal);
        }
    }
}
