using System.Globalization;

namespace Fathom.Bench.Serializers;

/// <summary>What three ways of measuring said of each serializer and operation, round by round, and the table of it.</summary>
internal sealed class PeerTable
{
    /// <summary>The ways, in the order of the columns; the others are what the first is held against.</summary>
    public static IReadOnlyList<string> Ways { get; } = ["suite", "BDN", "loop"];

    private readonly Dictionary<(string Serializer, string Operation), List<double>[]> _times = [];

    /// <summary>Ratios whose median is beyond the limit.</summary>
    public int Beyond => _times.Values.Sum(static ways => Ratios(ways).Count(static ratio => ratio.IsBeyond));

    /// <summary>Adds the time of a round.</summary>
    /// <param name="serializer">The serializer.</param>
    /// <param name="operation">serialize or deserialize.</param>
    /// <param name="way">The number of the way.</param>
    /// <param name="ns">Nanoseconds of one operation.</param>
    public void Add(string serializer, string operation, int way, double ns)
    {
        if (!_times.TryGetValue((serializer, operation), out List<double>[]? ways))
            _times.Add((serializer, operation), ways = [[], [], []]);
        ways[way].Add(ns);
    }

    /// <summary>Writes a line per serializer and operation: the median time of each way in microseconds, and the ratios.</summary>
    public void Write(TextWriter to)
    {
        to.WriteLine($"  {"serializer",-36}{"operation",-13}{"suite us",10}{"BDN us",10}{"loop us",10}  {"suite/BDN",-24}{"> 5 %",-19}{"suite/loop",-24}> 5 %");
        foreach (((string serializer, string operation), List<double>[] ways) in _times)
        {
            PairedRatio[] ratios = Ratios(ways);
            string times = string.Concat(ways.Select(static way => string.Create(CultureInfo.InvariantCulture, $"{Middle(way) / 1000,10:0.0}")));
            to.WriteLine($"  {serializer,-36}{operation,-13}{times}  {ratios[0],-24}{ratios[0].Verdict,-19}{ratios[1],-24}{ratios[1].Verdict}");
        }
    }

    private static PairedRatio[] Ratios(List<double>[] ways) => [PairedRatio.Of(ways[0], ways[1]), PairedRatio.Of(ways[0], ways[2])];

    private static double Middle(List<double> times) => times.Order().ElementAt(times.Count / 2);
}
