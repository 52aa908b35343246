using System.CommandLine;
using System.Globalization;
using Fathom.Cli.Options;
using Fathom.Serializers.Programs;

namespace Fathom.Cli.Commands.Serializers;

/// <summary><c>--runtime</c> and <c>--build</c>: what the programs are built for. Every runtime is built in every way.</summary>
internal sealed class TargetOptions
{
    private const int OldestRuntime = 8;
    private const int NewestRuntime = 10;

    private readonly Option<string?> _runtime =
        OptionCatalog.Value("--runtime", "VERSION,…", "Runs on these versions of .NET: 8.0,9.0,10.0; 10.0 by default. For other versions, the programs include the runtime.");
    private readonly Option<string?> _build = OptionCatalog.Value("--build", "jit,r2r,aot", "Compiles at run time, ahead of time (ReadyToRun), or only ahead of time (NativeAOT); jit by default.");

    /// <summary>Adds the options to a command.</summary>
    public TargetOptions(GroupedCommand command) => command.AddGroup("Programs").Add(_runtime, _build);

    /// <summary>Whether any of the options was given.</summary>
    public bool IsAnyGiven(ParseResult parsed) => (parsed.GetValue(_runtime) ?? parsed.GetValue(_build)) is not null;

    /// <summary>What the programs are built for.</summary>
    /// <exception cref="FathomException">A version or a way is none of those that there are.</exception>
    public IReadOnlyList<BuildTarget> Read(ParseResult parsed)
    {
        string[] runtimes = Words(parsed.GetValue(_runtime) ?? "10.0"), builds = Words(parsed.GetValue(_build) ?? "jit");
        return [.. runtimes.SelectMany(runtime => builds.Select(build => new BuildTarget(Framework(runtime), Mode(build))))];
    }

    private static string[] Words(string text) => text.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);

    private static string Framework(string version)
    {
        string[] parts = version.Split('.');
        return int.TryParse(parts[0], NumberStyles.None, CultureInfo.InvariantCulture, out int major) && major is >= OldestRuntime and <= NewestRuntime && parts is [_] or [_, "0"]
            ? string.Create(CultureInfo.InvariantCulture, $"net{major}.0")
            : throw FathomException.Usage($"'{version}' in '--runtime' is not a version that the programs can be built for.", "--runtime 8.0,9.0,10.0");
    }

    private static BuildMode Mode(string name) => name switch
    {
        "jit" => BuildMode.Jit,
        "r2r" => BuildMode.ReadyToRun,
        "aot" => BuildMode.NativeAot,
        _ => throw FathomException.Usage($"'{name}' in '--build' is not a way to build a program.", "--build jit,r2r,aot"),
    };
}
