using System.Runtime.ExceptionServices;
using Fathom.Formats.NetTrace;

namespace Fathom.Formats.Etl;

/// <summary>
/// Where two threads meet: one reads records and joins their stacks, the other one, which asked for the events, makes rows of them. Events
/// have numbers from 0 on; what is given can be taken, and what is taken makes room.
/// </summary>
internal sealed class HandOver
{
    private readonly object _gate = new();
    private long _given;
    private long _taken;
    private bool _hasEnded;
    private bool _hasLeft;
    private EventMetadata? _kind;
    private ExceptionDispatchInfo? _failure;

    /// <summary>The reader gives all events before a number.</summary>
    /// <exception cref="OperationCanceledException">Nobody takes them any more.</exception>
    public void Give(long until)
    {
        lock (_gate)
        {
            _given = until;
            Monitor.PulseAll(_gate);
            ThrowIfLeft();
        }
    }

    /// <summary>The reader waits until all events before a number were taken.</summary>
    /// <returns>How many were.</returns>
    /// <exception cref="OperationCanceledException">Nobody takes them any more.</exception>
    public long WaitFor(long taken)
    {
        lock (_gate)
        {
            while (_taken < taken && !_hasLeft)
                Monitor.Wait(_gate);
            ThrowIfLeft();
            return _taken;
        }
    }

    /// <summary>The reader tells a kind of event, behind all that it gave, and waits until it is known.</summary>
    /// <exception cref="OperationCanceledException">Nobody takes events any more.</exception>
    public void Tell(EventMetadata kind)
    {
        lock (_gate)
        {
            _kind = kind;
            Monitor.PulseAll(_gate);
            while (_kind is not null && !_hasLeft)
                Monitor.Wait(_gate);
            ThrowIfLeft();
        }
    }

    /// <summary>The reader has given all; or it failed, which is then the failure of who takes.</summary>
    public void End(Exception? failure)
    {
        lock (_gate)
        {
            _failure = failure is null ? null : ExceptionDispatchInfo.Capture(failure);
            _hasEnded = true;
            Monitor.PulseAll(_gate);
        }
    }

    /// <summary>Waits for events behind those that were taken.</summary>
    /// <param name="taken">Events that were taken.</param>
    /// <param name="sink">Told of kinds of event.</param>
    /// <returns>Up to where events can be taken; the same number at the end.</returns>
    public long Next(long taken, INetTraceSink sink)
    {
        lock (_gate)
        {
            _taken = taken;
            Monitor.PulseAll(_gate);
            while (_given == taken)
            {
                if (_kind is { } kind)
                {
                    sink.OnMetadata(kind);
                    _kind = null;
                    Monitor.PulseAll(_gate);
                }
                else if (_hasEnded)
                {
                    _failure?.Throw();
                    return taken;
                }
                else
                {
                    Monitor.Wait(_gate);
                }
            }

            return _given;
        }
    }

    /// <summary>Nobody takes events any more.</summary>
    public void Leave()
    {
        lock (_gate)
        {
            _hasLeft = true;
            Monitor.PulseAll(_gate);
        }
    }

    private void ThrowIfLeft()
    {
        if (_hasLeft)
            throw new OperationCanceledException("Nobody takes the events.");
    }
}
