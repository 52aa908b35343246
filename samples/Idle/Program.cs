// Does nothing, and says what it knows of itself: the truth for tests of process discovery.
// Prints 'ready {json}', answers 'pid' with its process number, and ends when its input closes.
using System.Diagnostics;
using System.Text.Json;

using Process self = Process.GetCurrentProcess();
Console.Out.WriteLine("ready " + JsonSerializer.Serialize(new Dictionary<string, object?>
{
    ["pid"] = Environment.ProcessId,
    ["runtime"] = Environment.Version.ToString(),
    ["executable"] = Environment.ProcessPath,
    ["start_utc"] = self.StartTime.ToUniversalTime(),
    ["user"] = Environment.UserName,
}));
while (Console.In.ReadLine() is { } line)
    Console.Out.WriteLine(line == "pid" ? Environment.ProcessId.ToString() : "unknown");
