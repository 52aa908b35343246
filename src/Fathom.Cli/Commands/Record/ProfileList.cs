using Fathom.Cli.Output;
using Fathom.Model.Results;
using Fathom.Sources.Traces.Calls;

namespace Fathom.Cli.Commands.Record;

/// <summary>What <c>fathom record</c> can record beside the usual, as a table.</summary>
internal static class ProfileList
{
    /// <summary>Its columns.</summary>
    public static ResultShape Shape { get; } = new(
    [
        new("profile", CellKind.Text) { Rank = ColumnRank.Key },
        new("adds", CellKind.Text),
        new("cost", CellKind.Text),
        new("tables", CellKind.Text) { Rank = ColumnRank.Detail },
    ]);

    /// <summary>Shows it.</summary>
    public static Model.ExitCode Show(OutputRequest request)
    {
        ResultTable table = new(Shape.Columns, [.. RecordProfile.Shipped.Select(static each => (Cell[])
        [
            Cell.Of(each.Name), Cell.Of(each.Adds), Cell.Of(each.Cost),
            Cell.Of(each.Tables.Count == 0 ? null : string.Join(", ", each.Tables)),
        ])]);
        return request.Bind(Shape).Publish(new CommandResult("record", [], table)
        {
            Header = ["Profiles of fathom record; the default one is always recorded. Several: --profile NAME,NAME"],
        });
    }
}
