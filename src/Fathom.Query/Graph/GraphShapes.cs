using Fathom.Model.Results;
using Fathom.Query.Questions;

namespace Fathom.Query.Graph;

/// <summary>The columns of the views whose rows are made of several queries: what one query declares, and words.</summary>
public static class GraphShapes
{
    /// <summary>What is suspected, and who holds it, as sentences.</summary>
    internal const string Suspect = "suspect";

    /// <summary>A root and below it the objects on the way, a line each.</summary>
    internal const string Path = "path";

    private static readonly ResultColumn s_path = new(Path, CellKind.Text, ColumnUnit.Lines);

    /// <summary>Suspects.</summary>
    public static ResultShape Suspects { get; } = MakeSuspects();

    /// <summary>Paths.</summary>
    public static ResultShape Paths { get; } = new([.. NamedQuery.Of("graph/paths").Shape.Without("path_id").Columns, s_path]);

    private static ResultShape MakeSuspects()
    {
        ResultShape found = NamedQuery.Of("graph/suspects").Shape.Without("suspect_id", "path_id");
        string[] root = ["root_kind", "holder"];
        return (found with
        {
            Columns =
            [
                new(Suspect, CellKind.Text, ColumnUnit.Lines),
                .. found.Without(root).Columns,
                .. found.Columns.Where(column => root.Contains(column.Name)),
                s_path,
            ],
        }).Hiding(Path).WithTotals(NamedQuery.Of("graph/live").Shape);
    }
}
