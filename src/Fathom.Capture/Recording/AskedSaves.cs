namespace Fathom.Capture.Recording;

/// <summary>The saves that were asked for and are not begun. Any thread may ask; one takes.</summary>
internal sealed class AskedSaves : IDisposable
{
    private readonly Lock _gate = new();
    private readonly AutoResetEvent _isAsked = new(false);
    private AskedSave? _asked;

    /// <summary>Set when one was asked for.</summary>
    public WaitHandle Handle => _isAsked;

    /// <summary>The moment of the first one that waits; null where none does.</summary>
    public long? FirstNs
    {
        get
        {
            lock (_gate)
                return _asked?.FirstNs;
        }
    }

    /// <summary>Asks for one.</summary>
    /// <param name="ns">The moment up to which, on CLOCK_MONOTONIC.</param>
    /// <param name="cause">The condition that led to it; null where somebody asked.</param>
    public void Add(long ns, SaveCause? cause = null)
    {
        SaveCause[] causes = cause is null ? [] : [cause];
        lock (_gate)
        {
            _asked = _asked is { } before
                ? new AskedSave(Math.Min(before.FirstNs, ns), Math.Max(before.LastNs, ns), before.Count + 1, [.. before.Causes, .. causes])
                : new AskedSave(ns, ns, 1, causes);
        }

        try
        {
            _isAsked.Set();
        }
        catch (ObjectDisposedException)
        {
            // The recorder has ended.
        }
    }

    /// <summary>Takes all that wait, as one; null where none does.</summary>
    public AskedSave? Take()
    {
        lock (_gate)
        {
            AskedSave? taken = _asked;
            _asked = null;
            return taken;
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _isAsked.Dispose();
}
