using System.Diagnostics;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Harness;

/// <summary>The ways in which a program is kept from running, so that it reads no request.</summary>
public enum StandStillWay
{
    /// <summary>SIGSTOP.</summary>
    Stopped,

    /// <summary>The freezer of control groups of version 1.</summary>
    FrozenVersion1,

    /// <summary>A frozen control group of version 2.</summary>
    FrozenVersion2,

    /// <summary>A dump writer that holds it, and does not come on.</summary>
    Writer,
}

/// <summary>A program that stands still until this is disposed of.</summary>
internal sealed class StandStill : IDisposable
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(30);

    private readonly Action _goOn;

    private StandStill(Action goOn) => _goOn = goOn;

    /// <summary>Keeps a sample from running; the test is skipped where that is not possible.</summary>
    public static StandStill Of(SampleProcess sample, StandStillWay way, string folder) => way switch
    {
        StandStillWay.Stopped => Stop(sample),
        StandStillWay.FrozenVersion1 => Freeze(sample, Needs.Freezer(), "freezer.state", "FROZEN", "THAWED", "freezer.state", "FROZEN"),
        StandStillWay.FrozenVersion2 => Freeze(sample, Needs.Groups(), "cgroup.freeze", "1", "0", "cgroup.events", "frozen 1"),
        _ => Write(sample, folder),
    };

    public void Dispose() => _goOn();

    private static StandStill Stop(SampleProcess sample)
    {
        Signal(sample.Pid, "STOP");
        return new StandStill(() => Signal(sample.Pid, "CONT"));
    }

    private static StandStill Freeze(SampleProcess sample, string tree, string file, string still, string on, string state, string isStill)
    {
        string group = Directory.CreateDirectory($"{tree}/fathom-test-{sample.Pid}").FullName;
        Put($"{group}/cgroup.procs", $"{sample.Pid}");
        Put($"{group}/{file}", still);
        Until(() => File.ReadAllText($"{group}/{state}").Contains(isStill, StringComparison.Ordinal), $"{group} does not freeze");
        return new StandStill(() =>
        {
            Put($"{group}/{file}", on);
            Put($"{tree}/cgroup.procs", $"{sample.Pid}");
            Until(() => IsRemoved(group), $"{group} cannot be removed");
        });
    }

    // The kernel lets the last one go some moments later.
    private static bool IsRemoved(string group)
    {
        try
        {
            Directory.Delete(group);
            return true;
        }
        catch (IOException)
        {
            return false;
        }
    }

    private static StandStill Write(SampleProcess sample, string folder)
    {
        string runtime = File.ReadLines($"/proc/{sample.Pid}/maps").First(static line => line.EndsWith("/libcoreclr.so", StringComparison.Ordinal));
        string program = Path.Combine(Path.GetDirectoryName(runtime[runtime.IndexOf('/', StringComparison.Ordinal)..])!, "createdump");
        string file = Path.Combine(folder, $"{sample.Pid}.other");
        Process writer = Process.Start(new ProcessStartInfo(program, ["--full", "--name", file, $"{sample.Pid}"]) { RedirectStandardOutput = true, RedirectStandardError = true })!;
        Until(() => !File.ReadAllText($"/proc/{sample.Pid}/status").Contains("TracerPid:\t0\n", StringComparison.Ordinal), "the writer does not attach");
        Signal(writer.Id, "STOP");
        return new StandStill(() =>
        {
            using (writer)
            {
                Signal(writer.Id, "CONT");
                writer.StandardOutput.ReadToEnd();
                Assert.True(writer.WaitForExit(s_patience), "the writer does not end");
                File.Delete(file);
            }
        });
    }

    private static void Put(string file, string text)
    {
        using FileStream stream = new(file, FileMode.Open, FileAccess.Write, FileShare.ReadWrite, bufferSize: 0);
        stream.Write(System.Text.Encoding.ASCII.GetBytes(text));
    }

    private static void Until(Func<bool> holds, string otherwise) => Assert.True(SpinWait.SpinUntil(holds, s_patience), otherwise);

    private static void Signal(int pid, string signal)
    {
        using Process kill = Process.Start("kill", [$"-{signal}", $"{pid}"]);
        kill.WaitForExit();
        Assert.Equal(0, kill.ExitCode);
    }
}
