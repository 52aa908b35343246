using System.IO.Pipes;
using Fathom.Bench.Measuring;

namespace Fathom.Bench.Recording;

/// <summary>Work of this process whose events are counted: threads that wake one another through pipes, and a loop that does nothing but compute.</summary>
internal sealed class EventTarget : IDisposable
{
    private readonly AnonymousPipeServerStream _there = new(PipeDirection.Out), _back = new(PipeDirection.Out);
    private readonly AnonymousPipeClientStream _thereEnd, _backEnd;
    private readonly Thread _partner;

    public EventTarget()
    {
        _thereEnd = new AnonymousPipeClientStream(PipeDirection.In, _there.ClientSafePipeHandle);
        _backEnd = new AnonymousPipeClientStream(PipeDirection.In, _back.ClientSafePipeHandle);
        _partner = new Thread(Answer) { IsBackground = true };
        _partner.Start();
    }

    /// <summary>CPU time of each wait, ns: each turn has two.</summary>
    public double WaitNs(int turns) => ProcessorTime.Of(() =>
    {
        for (int turn = 0; turn < turns; turn++)
        {
            _there.WriteByte(1);
            _ = _backEnd.ReadByte();
        }
    }).TotalNanoseconds / (2.0 * turns);

    /// <summary>CPU time of a loop, ns.</summary>
    public static double LoopNs(int rounds) => ProcessorTime.Of(() =>
    {
        ulong sum = 1;
        for (int round = 0; round < rounds; round++)
            sum = (sum * 6_364_136_223_846_793_005) + (ulong)round;
        GC.KeepAlive(sum);
    }).TotalNanoseconds;

    public void Dispose()
    {
        _there.Dispose();
        _partner.Join();
        _back.Dispose();
        _thereEnd.Dispose();
        _backEnd.Dispose();
    }

    private void Answer()
    {
        while (_thereEnd.ReadByte() >= 0)
            _back.WriteByte(1);
    }
}
