using Fathom.Formats.PerfData;
using Fathom.Formats.PerfData.Records;

namespace Fathom.Tests.Formats.PerfData;

/// <summary>Looks at all that a recording has, and keeps nothing.</summary>
internal sealed class NoSink : IPerfDataSink
{
    public ulong Sum { get; private set; }

    public void OnSample(in PerfSample sample)
    {
        foreach (ulong address in sample.Callchain)
            Sum += address;
        Sum += (ulong)sample.TimeNs + (ulong)sample.Raw.Length + (ulong)sample.UserStack.Length + (ulong)sample.Branches.Length;
    }

    public void OnRecord(in PerfRecord record) => Sum += (ulong)record.TimeNs + (ulong)record.Tid;
}
