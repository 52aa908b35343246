using System.Diagnostics.Tracing;
using Microsoft.Diagnostics.NETCore.Client;

namespace Fathom.Bench.Events;

/// <summary>A nettrace stream of this very process, which throws work at its thread pool meanwhile.</summary>
internal static class EventStream
{
    /// <summary>Makes a stream with at least two events for each work item.</summary>
    public static byte[] Make(int items)
    {
        EventPipeProvider[] providers =
        [
            new("System.Diagnostics.Eventing.FrameworkEventSource", EventLevel.Verbose, 0x2),
            new("Microsoft-Windows-DotNETRuntime", EventLevel.Verbose, 0x1 | 0x8000 | 0x800_0000_0000),
        ];
        using EventPipeSession session = new DiagnosticsClient(Environment.ProcessId).StartEventPipeSession(providers, requestRundown: false, 512);
        using MemoryStream content = new();
        Task copy = session.EventStream.CopyToAsync(content);
        using (CountdownEvent done = new(items))
        {
            for (int i = 0; i < items; i++)
                ThreadPool.UnsafeQueueUserWorkItem(static state => ((CountdownEvent)state!).Signal(), done);
            done.Wait();
        }

        session.Stop();
        copy.Wait();
        return content.ToArray();
    }
}
