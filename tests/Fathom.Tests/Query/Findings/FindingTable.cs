using Fathom.Model.Findings;
using Fathom.Model.Results;

namespace Fathom.Tests.Query.Findings;

/// <summary>Findings as rows of text, for goldens.</summary>
internal static class FindingTable
{
    private static readonly ResultColumn[] s_columns =
        [.. ((string[])["rule", "severity", "subject", "evidence"]).Select(static name => new ResultColumn(name, CellKind.Text))];

    public static string Csv(IEnumerable<Finding> findings) => TwoRecordings.Csv(new ResultTable(s_columns, [.. findings.Select(static one => new Cell[]
    {
        Cell.Of(one.Rule),
        Cell.Of(one.Severity == Severity.NotKnown ? "not known" : one.Severity.ToString().ToLowerInvariant()),
        Cell.Of(one.Subject),
        Cell.Of(one.Evidence),
    })]));
}
