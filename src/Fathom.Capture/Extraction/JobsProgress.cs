using Fathom.Model.Recording;

namespace Fathom.Capture.Extraction;

/// <summary>The progress of several files that are read at once, as one: by their bytes.</summary>
/// <param name="progress">Told.</param>
/// <param name="sizes">Bytes of each.</param>
internal sealed class JobsProgress(IProgress<Progress> progress, long[] sizes)
{
    private readonly long[] _done = new long[sizes.Length];
    private readonly long _total = sizes.Sum();
    private int _ended;

    /// <summary>Takes what one of them tells.</summary>
    public IProgress<Progress> Of(int job) => new Job(this, job);

    /// <summary>One of them has ended.</summary>
    public void Ended(int job)
    {
        Interlocked.Increment(ref _ended);
        Tell(job, sizes[job]);
    }

    private void Tell(int job, long done)
    {
        Volatile.Write(ref _done[job], done);
        progress.Report(new Progress("extracting", _done.Sum(), _total, $"{Volatile.Read(ref _ended)} of {sizes.Length} traces"));
    }

    private sealed class Job(JobsProgress all, int job) : IProgress<Progress>
    {
        public void Report(Progress value)
        {
            if (value.Total > 0)
                all.Tell(job, value.Done);
        }
    }
}
