using System.CommandLine;
using Fathom.Capture.Subjects;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;

namespace Fathom.Cli.Sources;

/// <summary>The options of verbs that look at threads, and the opening of their subject.</summary>
internal sealed class ThreadSourceOptions
{
    private static readonly TimeSpan s_shortest = TimeSpan.FromMilliseconds(10);
    private static readonly TimeSpan s_longest = TimeSpan.FromMinutes(10);

    private readonly Option<string?> _duration = OptionCatalog.Value("--duration", "TIME", "How long a process is watched before it is stopped; 500ms by default.");
    private readonly SourceOptions _source;

    /// <summary>Adds the options to a command.</summary>
    /// <param name="command">The command.</param>
    /// <param name="usualPause">The longest pause where none is given; null for as long as it takes.</param>
    /// <param name="anyProcess">Whether a process without .NET can be asked about.</param>
    public ThreadSourceOptions(Command command, TimeSpan? usualPause = null, bool anyProcess = false)
    {
        command.Add(_duration);
        _source = new SourceOptions(command, saves: true, anyProcess: anyProcess, usualPause: usualPause);
    }

    /// <summary>Looks at the threads of a subject, or opens the recording of a look.</summary>
    /// <param name="parsed">The command line.</param>
    /// <param name="subject">The word for it on the command line.</param>
    /// <param name="force">Whether a recording of that name is replaced.</param>
    /// <param name="context">Shows progress.</param>
    /// <param name="inspectsHeap">Whether the objects of the heap are looked into in the same stop.</param>
    public SubjectRecording Open(ParseResult parsed, string subject, bool force, CommandContext context, bool inspectsHeap = false)
    {
        SubjectReader reader = SubjectReader.Threads(Duration(parsed), inspectsHeap);
        return _source.Open(parsed, _source.Resolve(parsed, subject)[0], reader, force, context);
    }

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
