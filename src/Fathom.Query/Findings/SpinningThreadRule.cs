using System.Globalization;
using Fathom.Model.Findings;
using Fathom.Query.Stacks;

namespace Fathom.Query.Findings;

/// <summary>A thread that keeps a processor busy in one place: an endless loop, a spin lock that nobody frees, a broken collection.</summary>
internal sealed class SpinningThreadRule : ThreadRule
{
    /// <summary>Least share of the interval in which it ran or was ready to; collections, which hold every thread, may take the rest.</summary>
    public const double MinShare = 0.8;

    /// <summary>Least share in which it ran: one that wakes for a moment, and waits long for its turn each time, is as ready as one that spins.</summary>
    public const double MinCpuShare = 0.05;

    /// <summary>Least glances at it.</summary>
    public const int MinGlances = 10;

    private const long MinIntervalNs = 100_000_000;

    /// <inheritdoc/>
    public override string Name => "spinning-thread";

    /// <inheritdoc/>
    public override IReadOnlyList<string> Parts { get; } = [LookParts.Threads];

    /// <inheritdoc/>
    public override IReadOnlyList<string> FurtherParts { get; } = [];

    /// <inheritdoc/>
    public override string? NotJudged(ThreadLook look) => look.IntervalNs switch
    {
        null => "a dump does not show how long a thread has been where it is",
        < MinIntervalNs => "the threads were watched for less than 100 ms",
        long interval when look.Threads.Any(thread => IsSeenTooRarely(thread, interval)) && !look.Threads.Any(thread => IsSpinning(thread, interval)) =>
            string.Create(CultureInfo.InvariantCulture, $"a busy thread was seen fewer than {MinGlances} times in {interval / 1e6:F0} ms; watch longer (--duration)"),
        _ => null,
    };

    /// <inheritdoc/>
    public override IEnumerable<Finding> Find(ThreadLook look)
    {
        long interval = look.IntervalNs.GetValueOrDefault();
        foreach (ThreadFacts thread in look.Threads)
        {
            if (IsSpinning(thread, interval))
                yield return new Finding(Name, Severity.Warning, $"thread {thread.Label}", Evidence(thread, interval));
        }
    }

    private static bool IsSpinning(ThreadFacts thread, long interval) =>
        thread.GlanceCount >= MinGlances && IsInOnePlace(thread) && IsBusy(thread, interval) && thread.IntervalCpuNs >= MinCpuShare * interval;

    // Where processors are short it got too few of them to tell.
    private static bool IsSeenTooRarely(ThreadFacts thread, long interval) =>
        thread.GlanceCount is > 0 and < MinGlances && IsInOnePlace(thread) && IsBusy(thread, interval);

    private static bool IsInOnePlace(ThreadFacts thread) => thread.GlanceSameCount == thread.GlanceCount;

    // Time in which no processor was free counts: on a busy machine the thread does not sleep, it queues.
    private static bool IsBusy(ThreadFacts thread, long interval) => (thread.IntervalCpuNs ?? 0) + (thread.IntervalReadyNs ?? 0) >= MinShare * interval;

    private static string Evidence(ThreadFacts thread, long intervalNs) => string.Create(
        CultureInfo.InvariantCulture,
        $"in {thread.GlanceMethod} at each of {thread.GlanceCount} samples in {intervalNs / 1e6:F0} ms; "
        + $"{thread.IntervalCpuNs / 1e6:F0} ms CPU in that time, {thread.CpuNs / 1e9:F1} s since its start");
}
