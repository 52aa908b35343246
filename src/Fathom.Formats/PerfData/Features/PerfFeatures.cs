using Fathom.Formats.PerfData.Events;

namespace Fathom.Formats.PerfData.Features;

/// <summary>What a recording says of its machine and of itself. In a pipe it comes with the records, so it is complete at the end only.</summary>
public sealed class PerfFeatures
{
    internal List<BuildIdEntry> BuildIdList { get; } = [];

    internal List<EventDescription> Descriptions { get; } = [];

    internal SortedSet<PerfFeature> PresentSet { get; } = [];

    internal SortedSet<PerfFeature> DamagedSet { get; } = [];

    /// <summary>Sections that are there.</summary>
    public IReadOnlyCollection<PerfFeature> Present => PresentSet;

    /// <summary>Sections that made no sense, or lie behind the end of the file.</summary>
    public IReadOnlyCollection<PerfFeature> Damaged => DamagedSet;

    /// <summary>Name of the machine.</summary>
    public string? HostName { get; internal set; }

    /// <summary>Release of the kernel.</summary>
    public string? OsRelease { get; internal set; }

    /// <summary>Version of perf.</summary>
    public string? PerfVersion { get; internal set; }

    /// <summary>Architecture as <c>uname -m</c> has it, such as <c>x86_64</c>.</summary>
    public string? Architecture { get; internal set; }

    /// <summary>Processors that were on; 0 where unknown.</summary>
    public int CpusOnline { get; internal set; }

    /// <summary>Processors that the machine can have; 0 where unknown.</summary>
    public int CpusAvailable { get; internal set; }

    /// <summary>Model of the processor.</summary>
    public string? CpuDescription { get; internal set; }

    /// <summary>Maker, family, model and stepping of the processor.</summary>
    public string? CpuId { get; internal set; }

    /// <summary>Memory of the machine; 0 where unknown.</summary>
    public ulong TotalMemoryBytes { get; internal set; }

    /// <summary>Command line of perf.</summary>
    public IReadOnlyList<string> CommandLine { get; internal set; } = [];

    /// <summary>Build ids.</summary>
    public IReadOnlyList<BuildIdEntry> BuildIds => BuildIdList;

    /// <summary>Names of kinds of events by <see cref="PerfEventAttributes.Type"/>.</summary>
    public IReadOnlyDictionary<uint, string> KindNames { get; internal set; } = new Dictionary<uint, string>();

    /// <summary>Time of the first sample in nanoseconds; 0 where unknown.</summary>
    public ulong FirstSampleNs { get; internal set; }

    /// <summary>Time of the last sample in nanoseconds; 0 where unknown.</summary>
    public ulong LastSampleNs { get; internal set; }

    /// <summary>Resolution of the clock that was asked for, in nanoseconds; 0 where none was.</summary>
    public ulong ClockResolutionNs { get; internal set; }

    /// <summary>A moment on the clock and on the wall.</summary>
    public ClockPoint? Clock { get; internal set; }

    /// <summary>How records were compressed; null where they were not.</summary>
    public CompressionNote? Compression { get; internal set; }
}
