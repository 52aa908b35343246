// A heap with known contents, for tests and benchmarks: HeapMix [objects] [--collect] [--churn] [--collecting] [--texts].
//   --collect  forces collections while building, so that all generations hold objects
//   --churn    keeps allocating short-lived objects on two threads
//   --texts    gives every second pair of strings a text of its own, of 5 to 44 characters
//   --collecting  forces one collection after the other on a thread
// It prints 'ready {json}' with the exact number and size of its own types, then answers one line per line of input:
//   beat     how often the heartbeat thread has run
//   totals   totals of the GC after a full collection
//   pid      its process id
// and ends when its input closes.
using HeapMix;

int objects = args.Length > 0 && int.TryParse(args[0], out int given) ? given : 120_000;
int rounds = objects / Mixture.ObjectsPerRound;
bool collect = args.Contains("--collect");
Mixture.WithTexts = args.Contains("--texts");

Census census = new();
List<object> held = [];
if (collect)
{
    // A third each that has survived two, one and no collection.
    held.Add(Mixture.Create(rounds / 3, census));
    GC.Collect();
    held.Add(Mixture.Create(rounds / 3, census));
    GC.Collect();
    held.Add(Mixture.Create(rounds - (rounds / 3 * 2), census));
}
else
{
    held.Add(Mixture.Create(rounds, census));
}

held.Add(Extras.Create(census));
using Heartbeat heartbeat = new();
using Collecting collecting = new(args.Contains("--collecting"));
using Churn churn = new(args.Contains("--churn") ? 2 : 0);
Console.Out.WriteLine($"ready {census.ToJson(Environment.ProcessId)}");
while (Console.In.ReadLine() is { } command)
{
    Console.Out.WriteLine(command switch
    {
        "beat" => heartbeat.Count.ToString(),
        "totals" => Totals.Collect(),
        "pid" => Environment.ProcessId.ToString(),
        _ => "unknown",
    });
}

GC.KeepAlive(held);
