// A program of named phases, each of which does a known amount of one thing and says as JSON what it did and what the kernel measured of its threads.
//   Phases run FILE [SCALE [PHASES]]   runs all of them, or those that are named, and writes the file; SCALE 10 makes the phase cpu 10 s long
//   Phases serve                       says "ready", and answers each phase's name on its input with that phase's JSON
//   Phases child                       what the phase child starts
using System.Diagnostics;
using System.Globalization;
using System.Runtime;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Phases;

internal static class Program
{
    private static readonly string[] s_names = ["cpu", "monitor", "lock", "semaphore", "handle", "sleep", "async", "starvation", "throw", "collect", "child"];

    private static int Main(string[] arguments)
    {
        long mainNs = Stopwatch.GetTimestamp();
        switch (arguments)
        {
            case ["run", var file, ..]:
                int scale = arguments is [_, _, var text, ..] ? int.Parse(text, CultureInfo.InvariantCulture) : 1;
                string[] names = arguments is [_, _, _, var list] ? list.Split(',') : s_names;
                JsonArray all = [.. names.Select(name => (JsonNode)Run(name, scale))];
                File.WriteAllText(file, Text(new JsonObject { ["pid"] = Environment.ProcessId, ["phases"] = all, ["start"] = Start(mainNs) }));
                return 0;
            case ["serve"]:
                Console.Out.WriteLine("ready {}");
                while (Console.In.ReadLine() is { } line)
                    Console.Out.WriteLine(line == "beat" ? Environment.TickCount64.ToString(CultureInfo.InvariantCulture) : Text(Run(line, 1)));
                return 0;
            case ["child"]:
                return ChildPhase.Child();
            default:
                Console.Error.WriteLine("usage: Phases run FILE [SCALE [PHASES]] | serve | child");
                return 2;
        }
    }

    private static JsonObject Run(string name, int scale)
    {
        Phase phase = new(name);
        Markers.Log.Mark($"phase {name}");
        switch (name)
        {
            case "cpu":
                CpuPhase.Run(phase, 1000 * scale);
                break;
            case "monitor":
                LockPhase.OnMonitor(phase, 50);
                break;
            case "lock":
                LockPhase.OnLock(phase, 50);
                break;
            case "semaphore":
                SemaphorePhase.Run(phase, 100);
                break;
            case "handle":
                SemaphorePhase.OnHandle(phase, 100);
                break;
            case "sleep":
                SleepPhase.Run(phase, 20);
                break;
            case "async":
                SleepPhase.Async(phase, 20);
                break;
            case "starvation":
                StarvationPhase.Run(phase, 20);
                break;
            case "throw":
                ThrowPhase.Run(phase, 1000);
                break;
            case "collect":
                CollectPhase.Run(phase);
                break;
            case "child":
                ChildPhase.Run(phase);
                break;
        }

        return phase.ToJson();
    }

    // What the runtime itself counted up to a marker, and when Main began.
    private static JsonObject Start(long mainNs)
    {
        JsonObject counted = new()
        {
            ["main_ns"] = mainNs,
            ["compiled_count"] = JitInfo.GetCompiledMethodCount(),
            ["compile_ns"] = (long)JitInfo.GetCompilationTime().TotalNanoseconds,
            ["assemblies"] = new JsonArray([.. AppDomain.CurrentDomain.GetAssemblies().Select(static one => (JsonNode)one.GetName().Name!)]),
        };
        Markers.Log.Mark("phases end");
        return counted;
    }

    private static string Text(JsonObject json) => json.ToJsonString(JsonSerializerOptions.Default);
}
