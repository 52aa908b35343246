using System.Globalization;
using System.Text;
using Fathom.Model.Results;
using Fathom.Storage.Recordings;

namespace Fathom.Query.Schema;

/// <summary>The schema as a document and as a table, both made from the views that queries see.</summary>
public static class SchemaDocument
{
    /// <summary>The text of <c>docs/schema.md</c>.</summary>
    public static string Render()
    {
        StringBuilder text = new();
        text.Append(CultureInfo.InvariantCulture, $"""
            # Schema {Manifest.CurrentSchema}

            Generated from the table definitions; do not edit. A query (`fathom sql`) sees these tables. Every one starts with `rec`, the number of the
            recording; ids count inside one recording only, so every join includes `rec`. Names end in the unit: `_bytes`, `_ns` (nanoseconds), `_percent`;
            `ts_ns` counts from the start of the recording. Addresses are UBIGINT. A recording without rows of a table has an empty one.

            """);
        foreach (IGrouping<string, ViewSchema> group in ViewSchema.All.GroupBy(v => v.Group))
        {
            text.Append(CultureInfo.InvariantCulture, $"\n## {group.Key}\n");
            foreach (ViewSchema view in group)
                Append(text, view);
        }

        return text.ToString();
    }

    /// <summary>One row per column of every view, or of one.</summary>
    /// <param name="table">Only this one; null shows all.</param>
    public static ResultTable Columns(string? table = null) => new(
        [Text("table"), Text("column"), Text("type"), new("nullable", CellKind.Boolean), Text("description")],
        [.. ViewSchema.All.Where(v => table is null || v.Name == table).SelectMany(v => v.Columns)
            .Select(c => new[] { Cell.Of(c.Table), Cell.Of(c.Name), Cell.Of(c.Type), Cell.Of(c.Nullable), Cell.Of(c.Description) })]);

    private static ResultColumn Text(string name) => new(name, CellKind.Text);

    private static void Append(StringBuilder text, ViewSchema view)
    {
        text.Append(CultureInfo.InvariantCulture, $"\n### {view.Name}\n\n{view.Description}");
        if (view.SortKey.Count > 0)
            text.Append(CultureInfo.InvariantCulture, $" Sorted by {string.Join(", ", view.SortKey)} inside a part.");
        text.Append("\n\n| column | type | meaning |\n|---|---|---|\n");
        foreach (ViewColumn column in view.Columns)
            text.Append(
                CultureInfo.InvariantCulture,
                $"| `{column.Name}` | {column.Type}{(column.Nullable ? ", may be NULL" : "")} | {column.Description.Replace("|", "\\|", StringComparison.Ordinal)} |\n");
    }
}
