using System.Globalization;
using Fathom.Bench.Areas;
using Fathom.Bench.Measuring;
using Fathom.Bench.Pausing;
using Fathom.Bench.Recording;
using Fathom.Bench.Watching;
using Fathom.Model;

// Fathom.Bench AREA [--check] [--short], --package for startup, --peer [CASE] for serializers, --files for traces, --one-core for etl (with one processor), and --stack-sizes,
// --recorder, --providers or --events for record, which --keep keeps; the scripts bench/AREA build what it needs and start it.
using StreamWriter output = new(Console.OpenStandardOutput()) { AutoFlush = true };
BenchOptions options = new(args.Contains("--check"), args.Contains("--short"), output, args.Contains("--keep"));
try
{
    return args.FirstOrDefault() switch
    {
        "startup" => StartupBench.Run(options),
        "storage" => StorageBench.Run(options),
        "heap" => HeapBench.Run(options),
        "retained" => RetainedBench.Run(options),
        "live" => LiveBench.Run(options),
        "strings" => StringsBench.Run(options),
        "events" => EventsBench.Run(options),
        "etl" => EtlBench.Run(options, args.Contains("--one-core")),
        "traces" when args.Contains("--files") => TraceFilesBench.Run(options),
        "traces" => TracesBench.Run(options, Only()),
        "serializers" when args.Contains("--peer") => SerializerPeersBench.Run(
            options,
            args.SkipWhile(static word => word != "--peer").Skip(1).FirstOrDefault(static word => word[0] != '-') ?? "bookshelf"),
        "serializers" => SerializersBench.Run(options),
        "lists" => ListsBench.Run(options),
        "watch" => WatchBench.Run(options),
        "record" when args.Contains("--stack-sizes") => StackSizesBench.Run(options, Only()),
        "record" when args.Contains("--providers") => ProvidersBench.Run(options),
        "record" when args.Contains("--recorder") => RecorderBench.Run(options),
        "record" when args.Contains("--events") => EventPricesBench.Run(options),
        "record" => RecordBench.Run(options, Only()),
        "stack-target" => StackTarget.Run(args[1]),
        "pauses" => PausesBench.Run(options),
        "pause-target" => PausedTarget.Run(int.Parse(args[1], CultureInfo.InvariantCulture)),
        "watch-target" => BeatingTarget.Run(int.Parse(args[1], CultureInfo.InvariantCulture)),
        string other => throw new InvalidOperationException($"there is no area '{other}'"),
        null => throw new InvalidOperationException("name an area: startup, storage, heap, live, retained, strings, events, traces, lists, watch, record, pauses, serializers"),
    };
}
catch (Exception failure) when (failure is InvalidOperationException or FathomException)
{
    output.WriteLine($"error: {failure.Message.TrimEnd()}");
    return 2;
}

string? Only() => args.SkipWhile(static word => word != "--only").Skip(1).FirstOrDefault();
