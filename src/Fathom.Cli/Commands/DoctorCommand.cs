using System.CommandLine;
using Fathom.Cli.Frame;
using Fathom.Cli.Output;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Sources.Machine.Checks;
using Fathom.Storage.DuckDb;

namespace Fathom.Cli.Commands;

/// <summary><c>fathom doctor</c>: what this machine allows, and how to get what is missing.</summary>
internal sealed class DoctorCommand : FathomCommand
{
    public const string Summary = "Says what this machine allows, and how to get what is missing.";

    private readonly OutputOptions _output;

    public DoctorCommand()
        : base("doctor", Summary)
    {
        _output = new OutputOptions(this, OutputFeatures.Rows | OutputFeatures.File);
    }

    public override IReadOnlyList<Example> Examples =>
    [
        new("fathom doctor", "everything"),
        new("fathom doctor --where ok=false", "only what a verb needs and does not find"),
    ];

    public override string Remarks =>
        """
        ok is true: it is there. ok is false: a verb needs it and it is missing. An empty ok: only something optional needs it.
        The exit code is 0 when no row has ok=false, else 4.
        """;

    public override ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        OutputPlan plan = _output.Read(parsed, context).Bind(Doctor.Shape);
        MachineProbes probes = new() { LoadEngine = static () => $"DuckDB {DuckDbConnection.EngineVersion}" };
        IReadOnlyList<MachineCheck> checks = Doctor.Look(MachineView.Here(probes));
        ExitCode code = plan.Publish(new CommandResult("doctor", [], Doctor.ToTable(checks)));
        return new(code == ExitCode.Ok && checks.Any(check => check.Ok == false) ? ExitCode.NotPossible : code);
    }
}
