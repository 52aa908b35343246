using System.Diagnostics;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Targets.Live;

/// <summary>Whether a sample stands still or runs, by the kernel's word and by its own heartbeat.</summary>
internal static class TargetHealth
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(20);

    /// <summary>The kernel shows every thread as traced.</summary>
    public static bool IsHeld(SampleProcess sample) => States(sample).All(state => state == 't');

    /// <summary>Fails unless no thread is stopped or traced and the sample's heartbeat goes on.</summary>
    public static void AssertRunsOn(SampleProcess sample)
    {
        Assert.True(sample.IsRunning, $"The sample has ended: {TryRead($"/proc/{sample.Pid}/status")}");
        long deadline = Stopwatch.GetTimestamp() + (long)(s_patience.TotalSeconds * Stopwatch.Frequency);
        while (States(sample).Any(state => state is 't' or 'T'))
            Assert.True(Stopwatch.GetTimestamp() < deadline, $"Threads are still held: {string.Concat(States(sample))}.");
        Assert.Equal("0", TracerOf(sample));

        long before = long.Parse(sample.Ask("beat"));
        while (long.Parse(sample.Ask("beat")) < before + 3)
            Assert.True(Stopwatch.GetTimestamp() < deadline, "The heartbeat has stopped.");
    }

    private static List<char> States(SampleProcess sample)
    {
        List<char> states = [];
        foreach (string task in Directory.EnumerateDirectories($"/proc/{sample.Pid}/task"))
        {
            // A thread may end between the listing and the look.
            if (TryRead(Path.Combine(task, "status")) is { } status)
                states.Add(status.Split('\n').Single(line => line.StartsWith("State:", StringComparison.Ordinal))["State:".Length..].Trim()[0]);
        }

        return states;
    }

    private static string TracerOf(SampleProcess sample) =>
        File.ReadLines($"/proc/{sample.Pid}/status").Single(line => line.StartsWith("TracerPid:", StringComparison.Ordinal))["TracerPid:".Length..].Trim();

    private static string? TryRead(string file)
    {
        try
        {
            return File.ReadAllText(file);
        }
        catch (IOException)
        {
            return null;
        }
    }
}
