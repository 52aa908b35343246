using System.CommandLine;
using Fathom.Capture.Subjects;
using Fathom.Cli.Options;

namespace Fathom.Cli.Sources;

/// <summary>The option of verbs that look at threads.</summary>
internal sealed class ThreadOptions
{
    private readonly Option<string?> _duration = OptionCatalog.Value("--duration", "TIME", "How long a process is watched before it is stopped; 500ms by default.");

    /// <summary>Adds <c>--duration</c> to a command.</summary>
    public ThreadOptions(Command command) => command.Add(_duration);

    /// <summary>What is read of a subject.</summary>
    /// <param name="parsed">The command line.</param>
    /// <param name="inspectsHeap">Whether the objects of the heap are looked into in the same stop.</param>
    public SubjectReader Reader(ParseResult parsed, bool inspectsHeap = false) => SubjectReader.Threads(Duration(parsed), inspectsHeap);

    private TimeSpan Duration(ParseResult parsed)
    {
        const decimal shortest = 10_000_000, longest = 600_000_000_000, usual = 500_000_000;
        return TimeText.Span(TimeText.Between(_duration, parsed, shortest, longest, "between 10ms and 10min", "500ms") ?? usual);
    }
}
