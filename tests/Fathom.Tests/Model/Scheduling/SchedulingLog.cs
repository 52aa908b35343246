using Fathom.Model.Scheduling;

namespace Fathom.Tests.Model.Scheduling;

/// <summary>Keeps all that was found.</summary>
internal sealed class SchedulingLog : ISchedulingSink
{
    public List<ThreadSlice> Slices { get; } = [];

    public List<ThreadWait> Waits { get; } = [];

    public List<ThreadLife> Threads { get; } = [];

    public List<SchedulingGap> Gaps { get; } = [];

    public void OnSlice(in ThreadSlice slice) => Slices.Add(slice);

    public void OnWait(in ThreadWait wait) => Waits.Add(wait);

    public void OnThread(in ThreadLife thread) => Threads.Add(thread);

    public void OnGap(in SchedulingGap gap) => Gaps.Add(gap);
}
