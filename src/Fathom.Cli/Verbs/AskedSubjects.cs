using System.CommandLine;
using Fathom.Cli.Frame;
using Fathom.Cli.Output;
using Fathom.Sources.Subjects;

namespace Fathom.Cli.Verbs;

/// <summary>One run of a verb about processes, files or recordings.</summary>
/// <param name="parsed">The command line.</param>
/// <param name="context">Streams, clock, terminal.</param>
/// <param name="output">The options for the result.</param>
/// <param name="words">The words for the subjects.</param>
/// <param name="find">Finds what the words mean.</param>
internal sealed class AskedSubjects(ParseResult parsed, CommandContext context, OutputOptions output, string[] words, Func<ParseResult, string[], Subject[]> find)
    : Asked(parsed, context, output)
{
    private Subject[]? _subjects;

    /// <summary>The words for the subjects, as the user wrote them.</summary>
    public string[] Words => words;

    /// <summary>What the words mean, found when it is first asked for: after the options for the result were read, and all of them before any is opened.</summary>
    /// <exception cref="FathomException">There is no such process or file.</exception>
    public Subject[] Subjects => _subjects ??= Find();

    private Subject[] Find()
    {
        _ = Request;
        return find(Parsed, words);
    }
}
