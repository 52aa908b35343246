// Tasks and timers that have begun and do not end, in exactly known numbers, for tests of what 'heap tasks' and 'heap timers'
// show. It prints 'ready {json}' with the numbers and ends when its input closes.
using System.Text.Json;
using Pending;

Chains.Begin();
Timers.Begin();
Console.Out.WriteLine("ready " + JsonSerializer.Serialize(new Dictionary<string, object>
{
    ["pid"] = Environment.ProcessId,
    ["version"] = Environment.Version.ToString(),
    ["tasks"] = Chains.Numbers,
    ["timers"] = Timers.Numbers,
}));
while (Console.In.ReadLine() is not null)
{
}

Chains.Keep();
Timers.Keep();
