using System.CommandLine;
using Fathom.Cli.Frame;
using Fathom.Cli.Output;
using Fathom.Cli.Verbs;

namespace Fathom.Cli.Commands.Serializers;

/// <summary>One run of a verb about a measurement of serializers.</summary>
/// <param name="parsed">The command line.</param>
/// <param name="context">Streams, clock, terminal.</param>
/// <param name="output">The options for the result.</param>
/// <param name="path">The recording of a measurement that was saved; null where it is made now.</param>
internal sealed class AskedSuite(ParseResult parsed, CommandContext context, OutputOptions output, string? path) : Asked(parsed, context, output)
{
    /// <summary>The recording of a measurement that was saved; null where it is made now.</summary>
    public string? Path => path;
}
