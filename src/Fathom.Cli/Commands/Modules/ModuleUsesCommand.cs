using System.CommandLine;
using Fathom.Cli.Frame;
using Fathom.Cli.Output;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Sources.LoadedFiles;

namespace Fathom.Cli.Commands.Modules;

/// <summary><c>fathom modules uses FOLDER…</c>: which assembly refers to which.</summary>
internal sealed class ModuleUsesCommand : TableCommand
{
    private readonly Argument<string[]> _folders = new("folder")
    {
        Arity = ArgumentArity.OneOrMore,
        Description = "Folders with assemblies; those below them are read too.",
    };

    public ModuleUsesCommand()
        : base("uses", "Which assembly of a folder refers to which, and what is missing.")
    {
        Add(_folders);
        AddOutput(OutputFeatures.View);
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom modules uses bin/Release/net10.0", "what is missing or has another version first"),
        new("fathom modules uses publish --where references=Newtonsoft.Json", "who needs an assembly, and in which version"),
        new("fathom modules uses publish --fail-if state=missing --fail-if state=older",
            ExitText.EndsWhen("something cannot be loaded")),
        new("fathom modules uses publish --where 'state=not referenced'", "files that no other assembly of the folder refers to"),
    ];

    public override string Remarks =>
        "Read from the metadata of the files; no code of them runs. state is missing (neither in the folder nor in the frameworks that a "
        + "runtimeconfig.json in it "
        + "names), older (the runtime refuses that), not in folder (those frameworks are not on this machine, or nothing names them), "
        + "unused (nothing of it is "
        + "referred to), not referenced (no assembly of the folder refers to it: it is loaded by name, or not at all), newer (the runtime "
        + "takes it) or ok. "
        + "types counts types of it that are referred to. Satellites (*.resources.dll) are left out.";

    protected override ResultShape? Shape => UsesTable.Shape;

    protected override TableAnswer Answer(Asked asked)
    {
        string[] folders = asked.Parsed.GetValue(_folders) ?? [];
        (ResultTable rows, IReadOnlyList<string> lines) = UsesTable.Of(folders, asked.Context.Stop);
        return new CommandResult(asked.Title, folders, rows) { Header = lines };
    }
}
