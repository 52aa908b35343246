using System.CommandLine;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Cli.Output;

namespace Fathom.Cli.Verbs;

/// <summary>One run of a verb: its command line, and what its options say of the result, which is read when it is first asked for.</summary>
/// <param name="parsed">The command line.</param>
/// <param name="context">Streams, clock, terminal.</param>
/// <param name="output">The options for the result.</param>
internal class Asked(ParseResult parsed, CommandContext context, OutputOptions output)
{
    private OutputRequest? _request;

    /// <summary>The command line.</summary>
    public ParseResult Parsed => parsed;

    /// <summary>Streams, clock, terminal.</summary>
    public CommandContext Context => context;

    /// <summary>What is asked of the result.</summary>
    /// <exception cref="FathomException">An option of the result is wrong (<see cref="ExitCode.Usage"/>), or its file cannot be written (<see cref="ExitCode.Target"/>).</exception>
    public OutputRequest Request => _request ??= output.Read(parsed, context);

    /// <summary>The verb, with its view where there is one: "heap diff".</summary>
    public string Title => CommandPath.Of(parsed);

    /// <summary>The value of an option, or null.</summary>
    public string? Value(Option<string?> option) => parsed.GetValue(option);

    /// <summary>The values of an option that may be given several times.</summary>
    public string[] Values(Option<string[]> option) => parsed.GetValue(option) ?? [];

    /// <summary>Whether an option without a value was given.</summary>
    public bool Has(Switch option) => option.IsOn(parsed);
}
