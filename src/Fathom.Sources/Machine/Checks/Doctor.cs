using Fathom.Model.Results;

namespace Fathom.Sources.Machine.Checks;

/// <summary>Looks at everything that Fathom needs of a machine or can use, and says what is missing and how to get it.</summary>
public static class Doctor
{
    private static readonly IMachineChecks[] s_checks =
    [
        new KernelChecks(),
        new UserChecks(),
        new AttachChecks(),
        new RuntimeChecks(),
        new StorageChecks(),
        new ContainerChecks(),
        new CoreFileChecks(),
        new PerfChecks(),
    ];

    /// <summary>The columns of <c>fathom doctor</c>.</summary>
    public static ResultShape Shape { get; } = new(
    [
        new("check", CellKind.Text),
        new("ok", CellKind.Boolean),
        new("value", CellKind.Text, ColumnUnit.Sentence),
        new("fix", CellKind.Text, ColumnUnit.Command),
    ]);

    /// <summary>All checks, in a fixed order.</summary>
    public static IReadOnlyList<MachineCheck> Look(MachineView machine) => [.. s_checks.SelectMany(check => check.Look(machine))];

    /// <summary>The checks as rows.</summary>
    public static ResultTable ToTable(IReadOnlyList<MachineCheck> checks) =>
        new(Shape.Columns, [.. checks.Select(c => new[] { Cell.Of(c.Name), c.Ok is { } ok ? Cell.Of(ok) : default, Cell.Of(c.Value), Cell.Of(c.Fix) })]);
}
