using System.Diagnostics;
using Fathom.TestSupport;

namespace Fathom.Tests.Sources.Heap.Roots;

/// <summary>Starts the sample HeapRoots under different garbage collectors.</summary>
internal static class HeapRootsProcess
{
    public static SampleProcess Start(string mode)
    {
        ProcessStartInfo start = new(Path.Combine(Repository.SampleFolder("HeapRoots"), "HeapRoots"));
        foreach ((string name, string value) in HeapMixProcess.Modes[mode])
            start.Environment["DOTNET_" + name] = value;
        return SampleProcess.Start(start);
    }
}
