using System.Diagnostics;
using Fathom.Sources.Targets.Live;
using Fathom.Sources.Targets.Reading;
using Fathom.TestSupport;
using Microsoft.Diagnostics.Runtime;
using Xunit;

namespace Fathom.Tests.Sources.Targets.Reading;

public sealed class ThreadRegistersTests
{
    [Fact]
    public async Task The_stack_of_a_stopped_thread_is_read_from_its_registers()
    {
        ProcessStartInfo start = new(Path.Combine(Repository.SampleFolder("Leak"), "Leak")) { RedirectStandardInput = true, RedirectStandardOutput = true };
        using Process sample = Process.Start(start)!;
        try
        {
            await sample.StandardInput.WriteLineAsync("work 1");
            Assert.Equal("done 1", await sample.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken));
            using TargetSession session = TargetSession.Open(sample.Id);

            string[] methods = await session.InvokeStopped(ReadMainThread, TimeSpan.FromSeconds(20), TestContext.Current.CancellationToken);

            Assert.Equal("Main", methods[^1]);
            Assert.Contains("ReadLine", methods);
        }
        finally
        {
            sample.Kill();
        }
    }

    [Fact]
    public void Registers_of_a_thread_that_is_not_stopped_are_refused() => Assert.False(ThreadRegisters.TryRead(Environment.ProcessId, out _));

    private static string[] ReadMainThread(LiveTarget target)
    {
        ClrThread main = target.Runtime.Threads.Single(thread => thread.OSThreadId == target.ProcessId);
        return [.. main.EnumerateStackTrace().Select(frame => frame.Method?.Name).OfType<string>()];
    }
}
