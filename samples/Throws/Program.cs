// Throws on demand and keeps an object for each exception that it has handled: the truth for dumps that are written before handlers run.
// Prints 'ready {}', answers 'throw N' (an exception with the message 'order N') with 'handled COUNT', 'time N' with 'nanoseconds PER_THROW' of N throws that are
// handled where they are thrown, 'listeners' with how many handlers see first chances, 'child' with what a child of the same program says to 'throw 1', and ends when its
// input closes. 'end HOW' ends it: 'unhandled', 'overflow', 'failfast', or an exit code; 'child end HOW' ends such a child and answers with 'child PID EXIT_CODE'.
using System.Diagnostics;
using System.Globalization;
using System.Reflection;
using Throws;

List<Handled> handled = [];
Console.Out.WriteLine("ready {}");
while (Console.In.ReadLine() is { } line)
{
    string[] words = line.Split(' ');
    Console.Out.WriteLine(words[0] switch
    {
        "time" => $"nanoseconds {Time(int.Parse(words[1], CultureInfo.InvariantCulture))}",
        "child" when words.Length > 1 => EndChild(string.Join(' ', words[1..])),
        "child" => AskChild(),
        "end" => End(words[1]),
        "listeners" => $"listeners {CountListeners()}",
        _ => $"handled {Throw(words[^1])}",
    });
}

int Throw(string number)
{
    try
    {
        throw new RefusedException($"order {number}");
    }
    catch (RefusedException refused)
    {
        handled.Add(new Handled(refused.Message));
    }

    return handled.Count;
}

static string? AskChild()
{
    using Process child = Process.Start(new ProcessStartInfo(Environment.ProcessPath!) { RedirectStandardInput = true, RedirectStandardOutput = true })!;
    child.StandardOutput.ReadLine();
    child.StandardInput.WriteLine("throw 1");
    return child.StandardOutput.ReadLine();
}

static string End(string how) => how switch
{
    "unhandled" => throw new RefusedException("order of nobody"),
    "overflow" => $"{Deeper(1)}",
    "failfast" => FailFast(),
    _ => Exit(int.Parse(how, CultureInfo.InvariantCulture)),
};

static int Deeper(int depth) => Deeper(depth + 1) + depth;

static string FailFast()
{
    Environment.FailFast("on purpose");
    return "";
}

static string Exit(int code)
{
    Environment.Exit(code);
    return "";
}

static string EndChild(string line)
{
    using Process child = Process.Start(new ProcessStartInfo(Environment.ProcessPath!) { RedirectStandardInput = true, RedirectStandardOutput = true })!;
    child.StandardOutput.ReadLine();
    child.StandardInput.WriteLine(line);
    child.StandardOutput.ReadToEnd();
    child.WaitForExit();
    return $"child {child.Id} {child.ExitCode}";
}

static long Time(int count)
{
    long start = Stopwatch.GetTimestamp();
    for (int i = 0; i < count; i++)
    {
        try
        {
            throw new RefusedException("order of none");
        }
        catch (RefusedException)
        {
            continue;
        }
    }

    return (long)(Stopwatch.GetElapsedTime(start).TotalNanoseconds / count);
}

// The event has no other way to be asked.
static int CountListeners() => typeof(AppContext).GetField("FirstChanceException", BindingFlags.NonPublic | BindingFlags.Static)?.GetValue(null) is Delegate all ? all.GetInvocationList().Length : 0;
