using Fathom.Model.Profiles;

namespace Fathom.Serializers.Profiles;

/// <summary>
/// Splits the time of a thread. Collections, compilations and the pauses for samples are measured by events; each moment counts once, for the first of these. On the way
/// into a pause the thread was where its sample found it, and in native code it did not stop at all; where events do not say when a pause began, its time is not known.
/// What is left is divided as the samples are that were taken in it.
/// </summary>
public sealed class OperationSplit
{
    private static readonly ProfilePart[] s_estimated = [ProfilePart.Serializer, ProfilePart.Copy, ProfilePart.Suite, ProfilePart.SerializerOrCopy, ProfilePart.Unknown];

    private readonly Dictionary<(ProfilePart, TracedMethod), SplitMethod> _methods = [];
    private readonly long[] _samples = new long[s_estimated.Length];
    private readonly List<TimeSlice>[] _ways = [.. s_estimated.Select(static _ => new List<TimeSlice>())];
    private readonly SampleRuns _runs = new();

    private OperationSplit()
    {
    }

    /// <summary>The parts; their times add up to the window.</summary>
    public IReadOnlyList<SplitPart> Parts { get; private set; } = [];

    /// <summary>The methods in the samples.</summary>
    public IReadOnlyCollection<SplitMethod> Methods => _methods.Values;

    /// <summary>Samples that were counted.</summary>
    public long Samples { get; private set; }

    /// <summary>Methods that the thread compiled.</summary>
    public int CompiledMethods { get; private set; }

    /// <summary>Methods that other threads compiled meanwhile.</summary>
    public int BackgroundMethods { get; private set; }

    /// <summary>What that took them together, nanoseconds; no part of the window's time.</summary>
    public long BackgroundNs { get; private set; }

    /// <summary>Splits.</summary>
    /// <param name="trace">What the runtime told.</param>
    /// <param name="threadId">The thread that ran the operations.</param>
    /// <param name="window">When it did.</param>
    public static OperationSplit Of(RuntimeTrace trace, long threadId, TimeSlice window)
    {
        OperationSplit split = new();
        TimeSet collections = TimeSet.Of(trace.Suspensions.Where(static one => one.IsCollection).Select(static one => one.Time), window);
        TimeSet compilations = TimeSet.Of(trace.Compilations.Where(one => one.ThreadId == threadId).Select(static one => one.Time), window).Without(collections);
        PauseList pauses = new(trace.Suspensions.Where(static one => !one.IsCollection));
        split.CountCompilations(trace.Compilations, threadId, window);
        for (int i = 0; i < trace.Samples.Count; i++)
        {
            long ns = trace.Samples.NsOf(i);
            // What lies in a compilation has its time from the events.
            if (trace.Samples.ThreadOf(i) == threadId && ns >= window.StartNs && ns < window.EndNs && !compilations.Contains(ns) && !collections.Contains(ns))
                split.Count(ns, ProfiledSample.Of(trace.Samples.FramesOf(i), ns, trace.Methods), pauses.Take(ns, trace.Samples.IsManaged(i)));
        }

        TimeSet standstill = TimeSet.Of(pauses.Standstill, window).Without(collections).Without(compilations);
        TimeSet taken = TimeSet.Of([.. collections.Slices, .. compilations.Slices, .. standstill.Slices], window);
        split._ways[(int)ProfilePart.Unknown].AddRange(pauses.NotKnown);
        long[] ways = new long[s_estimated.Length];
        for (int part = 0; part < ways.Length; part++)
        {
            TimeSet way = TimeSet.Of(split._ways[part], window).Without(taken);
            ways[part] = way.DurationNs;
            taken = TimeSet.Of([.. taken.Slices, .. way.Slices], window);
        }

        long left = window.DurationNs - taken.DurationNs;
        split.Parts =
        [
            .. split.Estimates(left, ways),
            new(ProfilePart.Gc, collections.DurationNs, null, null),
            new(ProfilePart.Jit, compilations.DurationNs, null, null),
            new(ProfilePart.Sampling, standstill.DurationNs, null, null),
        ];
        return split;
    }

    private void CountCompilations(List<TracedCompilation> compilations, long threadId, TimeSlice window)
    {
        foreach (TracedCompilation one in compilations)
        {
            long ns = one.Time.Within(window).DurationNs;
            if (ns == 0)
                continue;
            if (one.ThreadId == threadId)
            {
                CompiledMethods++;
            }
            else
            {
                BackgroundMethods++;
                BackgroundNs += ns;
            }
        }
    }

    private void Count(long ns, ProfiledSample sample, TimeSlice? way)
    {
        Samples++;
        _runs.Add(ns, sample.Part);
        if (way is { } known)
            _ways[(int)sample.Part].Add(known);
        _samples[(int)sample.Part]++;
        for (int i = 0; i < sample.Frames.Count; i++)
        {
            TracedMethod method = sample.Frames[i];
            if (!_methods.TryGetValue((sample.Part, method), out SplitMethod? counted))
                _methods.Add((sample.Part, method), counted = new SplitMethod(sample.Part, method));
            if (i == 0)
                counted.SelfSamples++;
            // A method that calls itself is in a sample once.
            if (IsFirst(sample.Frames, i))
                counted.TotalSamples++;
        }
    }

    private static bool IsFirst(IReadOnlyList<TracedMethod> frames, int at)
    {
        for (int i = 0; i < at; i++)
        {
            if (frames[i] == frames[at])
                return false;
        }

        return true;
    }

    // Without samples nothing can be said of what is left.
    private IEnumerable<SplitPart> Estimates(long leftNs, long[] ways)
    {
        if (Samples == 0)
        {
            yield return new SplitPart(ProfilePart.Unknown, leftNs + ways[(int)ProfilePart.Unknown], null, 0);
            yield break;
        }

        long given = 0, samples = 0;
        foreach (ProfilePart part in s_estimated)
        {
            long hits = _samples[(int)part];
            if (hits == 0 && ways[(int)part] == 0 && part is ProfilePart.Unknown or ProfilePart.SerializerOrCopy)
                continue;
            samples += hits;
            // Rounded so that all of them together are what is left.
            long durationNs = (long)((Int128)leftNs * samples / Samples) - given;
            given += durationNs;
            BinomialBounds bounds = BinomialBounds.Of(hits, Samples, _runs.EffectOn(part));
            long way = ways[(int)part];
            yield return new SplitPart(part, way + durationNs, (way + (long)(leftNs * bounds.Low), way + (long)(leftNs * bounds.High)), hits);
        }
    }
}
