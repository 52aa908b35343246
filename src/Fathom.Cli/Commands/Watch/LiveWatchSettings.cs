using Fathom.Capture.Actions;
using Fathom.Capture.Watching;
using Fathom.Model.Metrics;
using Fathom.Render.Output;

namespace Fathom.Cli.Commands.Watch;

/// <summary>How a watch of running processes goes.</summary>
/// <param name="Command">The command line, for the recording.</param>
/// <param name="Schedule">When samples are taken.</param>
/// <param name="VerdictTarget">Where the verdict goes.</param>
internal sealed record LiveWatchSettings(string Command, WatchSchedule Schedule, OutputTarget VerdictTarget)
{
    /// <summary>The CSV file for samples, or null.</summary>
    public string? SamplesFile { get; init; }

    /// <summary>The recording, or null.</summary>
    public string? Save { get; init; }

    /// <summary>Whether samples are added to a file that is there already.</summary>
    public bool Append { get; init; }

    /// <summary>Whether a file or recording of that name is replaced.</summary>
    public bool Force { get; init; }

    /// <summary>Whether an event session asks each runtime for more.</summary>
    public bool WithEvents { get; init; }

    /// <summary>The program's own metrics that are asked for.</summary>
    public IReadOnlyList<OwnMetric> OwnMetrics { get; init; } = [];

    /// <summary>Labels.</summary>
    public IReadOnlyDictionary<string, string> Labels { get; init; } = new Dictionary<string, string>();

    /// <summary>What is done when a limit breaks.</summary>
    public IReadOnlyList<ThenAction> OnBreach { get; init; } = [];

    /// <summary>Where the files of a breach go.</summary>
    public string BreachFolder { get; init; } = ".";

    /// <summary>Further arguments of <c>fathom heap</c>.</summary>
    public IReadOnlyList<string> HeapArguments { get; init; } = [];

    /// <summary>The clock.</summary>
    public IWatchClock Clock { get; init; } = new SystemWatchClock();
}
