using System.Globalization;
using Fathom.Model.Results;

namespace Fathom.Sources.LoadedFiles;

/// <summary>The rows of <c>fathom modules uses</c>.</summary>
public static class UsesTable
{
    /// <summary>The columns.</summary>
    public static ResultShape Shape { get; } = new(
    [
        new("folder", CellKind.Text) { Rank = ColumnRank.Common },
        new("assembly", CellKind.Text) { Rank = ColumnRank.Key },
        new("references", CellKind.Text) { Rank = ColumnRank.Key },
        new("state", CellKind.Text) { Rank = ColumnRank.Key },
        new("wanted", CellKind.Text),
        new("found", CellKind.Text),
        new("types", CellKind.Integer),
        new("found_in", CellKind.Text),
        new("version", CellKind.Text) { Rank = ColumnRank.Detail },
        new("path", CellKind.Text) { Rank = ColumnRank.Detail },
    ]);

    /// <summary>What the assemblies of folders refer to: what is missing first.</summary>
    /// <param name="folders">The folders.</param>
    /// <param name="stop">Ends it.</param>
    /// <returns>The rows, and a line for each folder.</returns>
    /// <exception cref="Model.FathomException">A folder cannot be read, or holds no assembly.</exception>
    public static (ResultTable Rows, IReadOnlyList<string> Lines) Of(IReadOnlyList<string> folders, CancellationToken stop)
    {
        SharedFrameworks frameworks = SharedFrameworks.Here();
        List<(string Folder, AssemblyUse Use)> uses = [];
        List<string> lines = [];
        foreach (string folder in folders)
        {
            AssemblyFolder read = new(folder, frameworks, stop);
            AssemblyUse[] found = [.. read.Uses()];
            uses.AddRange(found.Select(use => (folder, use)));
            lines.Add(Line(folder, read, found));
        }

        IEnumerable<(string Folder, AssemblyUse Use)> sorted = uses
            .OrderBy(static one => UseState.All.ToList().IndexOf(one.Use.State))
            .ThenBy(static one => one.Folder, StringComparer.Ordinal)
            .ThenBy(static one => one.Use.Path, StringComparer.Ordinal)
            .ThenBy(static one => one.Use.Reference, StringComparer.Ordinal);
        return (new ResultTable(Shape.Columns, [.. sorted.Select(static one => Row(one.Folder, one.Use))]), lines);
    }

    private static string Line(string folder, AssemblyFolder read, AssemblyUse[] uses)
    {
        string states = string.Join(", ", UseState.All.Take(UseState.All.Count - 1)
            .Select(state => (State: state, Count: uses.Count(use => use.State == state))).Where(static one => one.Count > 0)
            .Select(static one => string.Create(CultureInfo.InvariantCulture, $"{one.Count:#,##0} {one.State}")));
        string frameworks = string.Join(", ", read.Frameworks.Select(static one => one.Folder is null
            ? $"{one.Name} {one.Version} (not on this machine)" : $"{one.Name} {one.Version}"));
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{folder}: {read.Count:#,##0} assemblies, {uses.Count(static use => use.Reference is not null):#,##0} references{(states.Length > 0 ? $", {states}" : "")}; ")
            + (frameworks.Length > 0 ? $"with {frameworks}" : "no program in it says which frameworks it needs");
    }

    private static Cell[] Row(string folder, AssemblyUse use) =>
    [
        Cell.Of(folder), Cell.Of(use.Assembly), Cell.Of(use.Reference), Cell.Of(use.State), Cell.Of(use.Wanted), Cell.Of(use.Found),
        Cell.Of((long?)use.Types), Cell.Of(use.FoundIn), Cell.Of(use.Version), Cell.Of(use.Path),
    ];
}
