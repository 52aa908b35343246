using Fathom.Formats.PerfData.Records;

namespace Fathom.Sources.Traces.Perf;

/// <summary>Numbers the stacks of a trace.</summary>
internal interface ITraceStacks
{
    /// <summary>The number of a sample's stack; 0 where it has none.</summary>
    int Intern(in PerfSample sample);
}
