using System.Runtime.InteropServices;

namespace Fathom.Model.Profiles;

/// <summary>Where threads were at some moments. All addresses lie in one list, so that a sample costs no object.</summary>
/// <param name="limit">The most addresses that are kept; what comes behind is counted.</param>
public sealed class StackSamples(int limit = 16 * 1024 * 1024)
{
    private readonly List<(long ThreadId, long Ns, bool IsManaged, int First)> _samples = [];
    private readonly List<ulong> _addresses = [];

    /// <summary>Number of samples.</summary>
    public int Count => _samples.Count;

    /// <summary>Samples that found no room.</summary>
    public long Lost { get; private set; }

    /// <summary>Begins a sample; its frames are added then.</summary>
    /// <param name="threadId">Number of the thread in the operating system.</param>
    /// <param name="ns">When, nanoseconds.</param>
    /// <param name="isManaged">Whether the thread was in managed code; false where it had called native code, which runs on while others stand still.</param>
    /// <returns>Whether there is room for it.</returns>
    public bool Add(long threadId, long ns, bool isManaged)
    {
        if (_addresses.Count >= limit)
        {
            Lost++;
            return false;
        }

        _samples.Add((threadId, ns, isManaged, _addresses.Count));
        return true;
    }

    /// <summary>Adds a frame to the sample that was added last, the innermost first.</summary>
    public void AddFrame(ulong address) => _addresses.Add(address);

    /// <summary>The thread of a sample.</summary>
    public long ThreadOf(int sample) => _samples[sample].ThreadId;

    /// <summary>When a sample was taken, nanoseconds.</summary>
    public long NsOf(int sample) => _samples[sample].Ns;

    /// <summary>Whether the thread was in managed code.</summary>
    public bool IsManaged(int sample) => _samples[sample].IsManaged;

    /// <summary>The addresses of a sample, the innermost first.</summary>
    public ReadOnlySpan<ulong> FramesOf(int sample)
    {
        int first = _samples[sample].First, end = sample + 1 < _samples.Count ? _samples[sample + 1].First : _addresses.Count;
        return CollectionsMarshal.AsSpan(_addresses)[first..end];
    }
}
