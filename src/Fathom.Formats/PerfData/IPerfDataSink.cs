using Fathom.Formats.PerfData.Records;

namespace Fathom.Formats.PerfData;

/// <summary>Gets what a recording holds, in the order of time, on the thread that reads it.</summary>
public interface IPerfDataSink
{
    /// <summary>A sample. It is valid during the call only.</summary>
    void OnSample(in PerfSample sample);

    /// <summary>Another record of the kernel. It is valid during the call only.</summary>
    void OnRecord(in PerfRecord record);
}
