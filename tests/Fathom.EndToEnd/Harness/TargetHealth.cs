using System.Globalization;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Harness;

/// <summary>Proof that a target lives on unharmed: nobody traces it, no thread is stopped, and its heartbeat goes on.</summary>
internal static class TargetHealth
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(10);

    /// <summary>Fails unless the sample runs freely. It must know the line <c>beat</c> when <paramref name="beats"/> is true.</summary>
    public static async Task CheckAsync(SampleProcess sample, bool beats = true)
    {
        Assert.True(sample.IsRunning, "the target has ended");
        string status = await File.ReadAllTextAsync($"/proc/{sample.Pid}/status", TestContext.Current.CancellationToken);
        Assert.Contains("TracerPid:\t0\n", status, StringComparison.Ordinal);
        foreach (string task in Directory.EnumerateDirectories($"/proc/{sample.Pid}/task"))
            CheckState(task);
        if (!beats)
            return;
        long before = Beat(sample);
        using CancellationTokenSource patience = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        patience.CancelAfter(s_patience);
        while (Beat(sample) <= before)
            await Task.Delay(10, patience.Token);
    }

    // The state is the first character behind the name, which is in parentheses and may hold anything.
    private static void CheckState(string task)
    {
        string text;
        try
        {
            text = File.ReadAllText($"{task}/stat");
        }
        catch (IOException)
        {
            // The thread has ended meanwhile, as threads do.
            return;
        }

        char state = text[text.LastIndexOf(')') + 2];
        Assert.False(state is 'T' or 't', $"thread {Path.GetFileName(task)} is stopped");
    }

    private static long Beat(SampleProcess sample) => long.Parse(sample.Ask("beat"), CultureInfo.InvariantCulture);
}
