using System.Diagnostics.Tracing;
using Fathom.TestSupport;
using Microsoft.Diagnostics.NETCore.Client;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Joined;

/// <summary>Records a program by perf and by its runtime's events at the same time.</summary>
internal static class JoinedRecording
{
    private const long Keywords = 0x1 | 0x8 | 0x10 | 0x8000;

    /// <summary>Makes both files.</summary>
    /// <param name="perf">The program perf.</param>
    /// <param name="pid">Number of the program.</param>
    /// <param name="data">Gets what perf records.</param>
    /// <param name="events">Gets the events, and at their end the names of methods.</param>
    /// <param name="whatHappens">Called when both record.</param>
    public static async Task MakeAsync(string perf, int pid, string data, string events, Action whatHappens)
    {
        CancellationToken stop = TestContext.Current.CancellationToken;
        await using PerfProcess recorder = await PerfProcess.StartAsync(perf, data, stop, "-g", "-m", "4M", "-e", "cpu-clock/freq=1999/", "-p", $"{pid}");
        EventPipeProvider[] providers = [new("Microsoft-Windows-DotNETRuntime", EventLevel.Informational, Keywords)];
        using EventPipeSession session = new DiagnosticsClient(pid).StartEventPipeSession(providers, requestRundown: true, 64);
        await using FileStream file = File.Create(events);
        Task copy = session.EventStream.CopyToAsync(file, stop);
        whatHappens();
        await session.StopAsync(stop);
        await copy;
    }
}
