using System.Globalization;
using Fathom.Bench.Peers;

// Fathom.Bench.Peers (benchmark-dot-net | own-loop) PROGRAM.dll SERIALIZER REQUEST [--short]: times one serializer in this process. bench/serializers --peer starts it.
if (args is not [var way, var program, var name, var request, ..])
{
    Console.Error.WriteLine("this program is run by bench/serializers --peer");
    return 2;
}

try
{
    bool isShort = args.Contains("--short");
    ServedCase served = ServedCase.Load(program, name, request);
    double[] times = way == "benchmark-dot-net"
        ? BenchmarkDotNetRun.Measure(served, isShort)
        : OwnLoop.Measure([served.Serialize, served.Deserialize], TimeSpan.FromSeconds(isShort ? 0.5 : 2), isShort ? 5 : 21);
    Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"times {times[0]:R} {times[1]:R}"));
    return 0;
}
catch (InvalidOperationException reason)
{
    Console.Error.WriteLine(reason.Message);
    return 1;
}
