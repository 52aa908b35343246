using System.CommandLine;
using Fathom.Capture.Subjects;
using Fathom.Cli.Options;

namespace Fathom.Cli.Sources;

/// <summary>The option of verbs that look at threads.</summary>
internal sealed class ThreadOptions
{
    private static readonly TimeSpan s_shortest = TimeSpan.FromMilliseconds(10);
    private static readonly TimeSpan s_longest = TimeSpan.FromMinutes(10);

    private readonly Option<string?> _duration = OptionCatalog.Value("--duration", "TIME", "How long a process is watched before it is stopped; 500ms by default.");

    /// <summary>Adds <c>--duration</c> to a command.</summary>
    public ThreadOptions(Command command) => command.Add(_duration);

    /// <summary>What is read of a subject.</summary>
    /// <param name="parsed">The command line.</param>
    /// <param name="inspectsHeap">Whether the objects of the heap are looked into in the same stop.</param>
    public SubjectReader Reader(ParseResult parsed, bool inspectsHeap = false) => SubjectReader.Threads(Duration(parsed), inspectsHeap);

    private TimeSpan Duration(ParseResult parsed)
    {
        if (parsed.GetValue(_duration) is not { } text)
            return TimeSpan.FromMilliseconds(500);
        decimal nanoseconds = TimeText.Nanoseconds(_duration.Name, text);
        if (nanoseconds < s_shortest.Ticks * TimeSpan.NanosecondsPerTick || nanoseconds > s_longest.Ticks * (decimal)TimeSpan.NanosecondsPerTick)
            throw FathomException.Usage($"'{text}' in '--duration {text}' is not between 10ms and 10min.", "--duration 500ms");
        return TimeSpan.FromTicks((long)(nanoseconds / TimeSpan.NanosecondsPerTick));
    }
}
