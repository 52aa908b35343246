using Fathom.Cli.Output;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Sources.Machine.Checks;
using Fathom.Storage.DuckDb;

namespace Fathom.Cli.Commands;

/// <summary><c>fathom doctor</c>: what this machine allows, and how to get what is missing.</summary>
internal sealed class DoctorCommand : TableCommand
{
    public const string Summary = "Shows what this machine allows, and how to get what is missing.";

    public DoctorCommand()
        : base("doctor", Summary)
    {
        AddOutput(OutputFeatures.Rows | OutputFeatures.File);
    }

    public override IReadOnlyList<Example> Examples =>
    [
        new("fathom doctor", "everything"),
        new("fathom doctor --where ok=false", "only what a verb needs and is missing"),
    ];

    public override string Remarks =>
        """
        ok is true: it is present. ok is false: a verb needs it and it is missing. An empty ok: only something optional needs it.
        The exit code is 0 when no row has ok=false, else 4.
        """;

    protected override ResultShape? Shape => Doctor.Shape;

    protected override TableAnswer Answer(Asked asked)
    {
        MachineProbes probes = new() { LoadEngine = static () => $"DuckDB {DuckDbConnection.EngineVersion}" };
        IReadOnlyList<MachineCheck> checks = Doctor.Look(MachineView.Here(probes));
        return new TableAnswer(new CommandResult(asked.Title, [], Doctor.ToTable(checks)), checks.Any(check => check.Ok == false) ? ExitCode.NotPossible : ExitCode.Ok);
    }
}
