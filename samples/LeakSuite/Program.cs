// One run of a test suite that checks for leaks while other tests of it run on other threads. Arguments: SEED (of what else goes on; "quiet" for nothing) CASE…; prints for each case 'CASE grows' or
// 'CASE passes', the milliseconds and the first line of the message (--all: the whole). Without a case it prints the cases; those that start with 'ok-' leave nothing behind.
using System.Diagnostics;
using Fathom.Testing;
using LeakSuite;

if (args.Length < 2)
{
    Console.WriteLine(string.Join('\n', Cases.All.Keys));
    return;
}

using Noise? noise = args[0] == "quiet" ? null : new Noise(int.Parse(args[0]));
foreach (string name in args[1..].Where(name => name != "--all"))
{
    long start = Stopwatch.GetTimestamp();
    string said = "";
    try
    {
        if (name.EndsWith("-async", StringComparison.Ordinal))
        {
            Action action = Cases.All[name];
            await MemoryLimit.NoGrowth(async () =>
            {
                await Task.Yield();
                action();
            });
        }
        else
        {
            MemoryLimit.NoGrowth(Cases.All[name]);
        }
    }
    catch (MemoryLimitException broken)
    {
        said = args.Contains("--all") ? broken.Message : broken.Message.Split('\n')[0];
    }

    Console.WriteLine($"{name} {(said.Length > 0 ? "grows" : "passes")} {Stopwatch.GetElapsedTime(start).TotalMilliseconds:0} ms {said}");
}
