using Fathom.Model.Serializers;
using Fathom.Serializers.Kit.Protocol;

namespace Fathom.Serializers.Suites;

/// <summary>A sample as the program answered it.</summary>
/// <param name="Operation">serialize or deserialize.</param>
/// <param name="Lane">The lane.</param>
/// <param name="Threads">Threads at the same time.</param>
/// <param name="Index">The how many-th of its process, operation, lane and threads, from 1.</param>
/// <param name="Settled">1 when compilation had come to rest before.</param>
/// <param name="Attempt">The how many-th try of the sample, from 1.</param>
/// <param name="IsCounted">Whether it is the try that counts.</param>
/// <param name="Line">Its figures.</param>
internal sealed record TakenSample(string Operation, string Lane, int Threads, int Index, int Settled, int Attempt, bool IsCounted, Message Line)
{
    /// <summary>Time that the thread waited for a processor; null where the kernel does not tell.</summary>
    public long? RunDelayNs => Line.Text("run_delay_ns") is null ? null : Line.Number("run_delay_ns");

    /// <summary>The share of its time that it waited.</summary>
    public double Waited => SampleWaiting.Share(Line.Number("duration_ns"), RunDelayNs);

    /// <summary>Nanoseconds per operation without the time that it waited.</summary>
    public double RunningNs => Line.Number("duration_ns") * (Waited < 1 ? 1 - Waited : 1) / Line.Number("iterations");
}
