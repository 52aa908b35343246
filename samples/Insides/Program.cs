// Objects with known insides, for tests of what 'heap object', 'heap strings' and 'heap segments' show: Insides [more].
//   more  has one more duplicate string
// It prints 'ready {json}' with the true contents, answers 'gc' with what the GC says of its memory, and ends when its input closes.
using System.Text.Json;
using Insides;

Holes holes = new();
Shelf shelf = new();
Everything everything = new();
Strings strings = new(args.Contains("more"));
Console.Out.WriteLine("ready " + JsonSerializer.Serialize(new Dictionary<string, object?>
{
    ["pid"] = Environment.ProcessId,
    ["version"] = Environment.Version.ToString(),
    ["collections"] = shelf.Describe(),
    ["fields"] = Everything.Describe(),
    ["pinned"] = holes.PinnedCount,
    ["strings"] = strings.Describe(),
}));
while (Console.In.ReadLine() is { } line)
    Console.Out.WriteLine(line == "gc" ? Memory.Describe() : "unknown");
GC.KeepAlive(holes);
GC.KeepAlive(shelf);
GC.KeepAlive(everything);
GC.KeepAlive(strings);
