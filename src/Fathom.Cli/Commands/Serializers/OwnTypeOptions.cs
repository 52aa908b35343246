using System.CommandLine;
using Fathom.Cli.Options;
using Fathom.Serializers.Inference;
using Fathom.Serializers.Kit.Cases;
using Fathom.Serializers.Plans;
using Fathom.Serializers.Programs;

namespace Fathom.Cli.Commands.Serializers;

/// <summary>The options that make the user's own data a case.</summary>
internal sealed class OwnTypeOptions
{
    private readonly Option<string?> _ownType = OptionCatalog.Value("--own-type", "DLL!TYPE", "Measures one of your classes: Shop.dll!Shop.Order.");
    private readonly Option<string?> _json = OptionCatalog.Value("--json", "FILE", "Creates the object of --own-type from this document; without it and --factory its members get generated values.");
    private readonly Option<string?> _factory = OptionCatalog.Value("--factory", "METHOD", "Creates the object of --own-type with this static method: Namespace.Class.Method.");
    private readonly Option<string?> _fromJson = OptionCatalog.Value("--from-json", "FILE", "Generates classes from a JSON document, and measures them with it.");

    /// <summary>Adds the options to a command.</summary>
    public OwnTypeOptions(GroupedCommand command) => command.AddGroup("Own type").Add(_ownType, _json, _factory, _fromJson);

    /// <summary>Whether any of the options was given.</summary>
    public bool IsAnyGiven(ParseResult parsed) => (parsed.GetValue(_ownType) ?? parsed.GetValue(_json) ?? parsed.GetValue(_factory) ?? parsed.GetValue(_fromJson)) is not null;

    /// <summary>The case; classes are inferred and compiled where they are asked for.</summary>
    /// <param name="parsed">The command line.</param>
    /// <param name="dials">How members are filled where there is neither a document nor a method.</param>
    /// <param name="targets">What the programs are built for, which are to load the class.</param>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    /// <exception cref="FathomException">The options do not go together, a file is missing, there is nothing to infer, or a program could not load the class.</exception>
    public async Task<OwnCase> ReadAsync(ParseResult parsed, CaseDials dials, IReadOnlyList<BuildTarget> targets, CancellationToken stop)
    {
        string? type = parsed.GetValue(_ownType), json = parsed.GetValue(_json), factory = parsed.GetValue(_factory), from = parsed.GetValue(_fromJson);
        if (from is not null)
        {
            return type is null && json is null && factory is null
                ? await OwnCase.InferAsync(ExistingFile("--from-json", from), targets, stop).ConfigureAwait(false)
                : throw FathomException.Usage("--from-json generates its own classes and accepts no other type.", "give --own-type with --json, or --from-json alone");
        }

        if (type is null)
        {
            return json is null && factory is null
                ? OwnCase.None
                : throw FathomException.Usage($"{(json is null ? "--factory" : "--json")} needs the class.", "add --own-type Assembly.dll!Namespace.Type, or give --from-json");
        }

        if (json is not null && factory is not null)
            throw FathomException.Usage("--json and --factory both create the object.", "give one of them");
        int mark = type.LastIndexOf('!');
        if (mark <= 0 || mark == type.Length - 1)
            throw FathomException.Usage($"'--own-type {type}' names no assembly and type.", "write it as Assembly.dll!Namespace.Type");
        OwnType own = new(ExistingFile("--own-type", type[..mark]), type[(mark + 1)..], json is null ? null : ExistingFile("--json", json), factory);
        return OwnCase.Of(own, dials, targets);
    }

    private static string ExistingFile(string option, string path) => File.Exists(path)
        ? Path.GetFullPath(path)
        : throw FathomException.Target($"There is no file '{path}'.", $"give the path of an existing file with {option}");
}
