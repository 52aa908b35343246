using Fathom.Model.Catalog;
using Fathom.Model.Tables;
using Fathom.Query.Sessions;

namespace Fathom.Query.Schema;

/// <summary>A view that queries see.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Group">The group that it is listed in.</param>
/// <param name="Description">What a row is.</param>
/// <param name="SortKey">Columns that each part is sorted by; empty where the order of writing is kept.</param>
/// <param name="Columns">Its columns, <c>rec</c> first.</param>
public sealed record ViewSchema(string Name, string Group, string Description, IReadOnlyList<string> SortKey, IReadOnlyList<ViewColumn> Columns)
{
    private const string RecDescription = "Which recording: its position on the command line, from 0. Part of every join.";

    /// <summary>Every view, in the order of <c>docs/schema.md</c>.</summary>
    public static IReadOnlyList<ViewSchema> All { get; } =
    [
        FromManifest("recording", "One opened recording.",
            ("path", "VARCHAR", "Path as it was given."),
            ("name", "VARCHAR", "Name of the file or folder without .fathom."),
            ("command", "VARCHAR", "Command line that wrote it."),
            ("created_utc", "VARCHAR", "When recording began, as 2026-11-21T10:00:00Z."),
            ("complete", "BOOLEAN", "Whether it was closed; false for one that is still being written or was cut off.")),
        FromManifest("label", "One label of a recording, from --label KEY=VALUE.",
            ("key", "VARCHAR", "Name of the label."),
            ("value", "VARCHAR", "Its value.")),
        .. TableCatalog.All.Select(FromTable),
    ];

    private static ViewSchema FromTable(TableSchema table) => new(table.Name, table.Group, table.Description, table.SortKey,
    [
        new ViewColumn(table.Name, "rec", "UINTEGER", false, RecDescription),
        .. table.Columns.Select(c => new ViewColumn(table.Name, c.Name, SessionViews.EngineType(c.Type), c.Nullable, c.Description)),
    ]);

    private static ViewSchema FromManifest(string name, string description, params (string Name, string Type, string Description)[] columns) => new(name, "recordings", description, [],
    [
        new ViewColumn(name, "rec", "UINTEGER", false, RecDescription),
        .. columns.Select(c => new ViewColumn(name, c.Name, c.Type, false, c.Description)),
    ]);
}
