using Fathom.Formats.PerfData.Records;
using Fathom.Sources.Traces.Perf;
using Fathom.Sources.Traces.Rows;

namespace Fathom.Tests.Sources.Traces.Perf;

/// <summary>Stacks by their addresses, which nobody names.</summary>
internal sealed class RawStacks : ITraceStacks
{
    private readonly CallchainTable<ulong> _chains = new();

    public int Intern(in PerfSample sample) => _chains.Intern(sample.Callchain);
}
