using System.Diagnostics;
using Fathom.TestSupport;

namespace Fathom.Tests.Sources.Heap;

/// <summary>Starts the sample HeapMix under different garbage collectors.</summary>
internal static class HeapMixProcess
{
    public const int Objects = 120_000;

    /// <summary>What the tests call the ways to run, with the settings that make them.</summary>
    public static IReadOnlyDictionary<string, (string Name, string Value)[]> Modes { get; } = new Dictionary<string, (string, string)[]>
    {
        ["workstation"] = [],
        ["workstation, not concurrent"] = [("gcConcurrent", "0")],
        ["workstation, conserving memory"] = [("GCConserveMemory", "7")],
        ["workstation, segments"] = [("GCName", "libclrgc.so")],
        ["server"] = [("gcServer", "1"), ("GCHeapCount", "2"), ("GCDynamicAdaptationMode", "0")],
        ["server, adapting (DATAS)"] = [("gcServer", "1"), ("GCDynamicAdaptationMode", "1")],
        ["server, segments"] = [("gcServer", "1"), ("GCHeapCount", "2"), ("GCName", "libclrgc.so")],
    };

    public static SampleProcess Start(string mode, params string[] arguments)
    {
        ProcessStartInfo start = new(Path.Combine(Repository.SampleFolder("HeapMix"), "HeapMix"), [Objects.ToString(), .. arguments]);
        foreach ((string name, string value) in Modes[mode])
            start.Environment["DOTNET_" + name] = value;
        return SampleProcess.Start(start);
    }
}
