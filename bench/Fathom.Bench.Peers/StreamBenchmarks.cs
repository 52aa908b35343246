using BenchmarkDotNet.Attributes;

namespace Fathom.Bench.Peers;

/// <summary>The two operations of a serializer as BenchmarkDotNet calls them; it derives from the class, which therefore is public and open.</summary>
public class StreamBenchmarks
{
    /// <summary>What is called; set before the benchmarks run.</summary>
    internal static ServedCase? Case { get; set; }

    private Func<int, long> _serialize = null!;
    private Func<int, long> _deserialize = null!;

    /// <summary>Takes the operations, so that no benchmark reads a static field.</summary>
    [GlobalSetup]
    public void Take() => (_serialize, _deserialize) = (Case!.Serialize, Case.Deserialize);

    /// <summary>One write.</summary>
    [Benchmark]
    public long Serialize() => _serialize(1);

    /// <summary>One read.</summary>
    [Benchmark]
    public long Deserialize() => _deserialize(1);
}
