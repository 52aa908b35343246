using System.Diagnostics;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Targets.Dumps;

/// <summary>A core file that the kernel wrote of a process that it killed, in a folder of its own. Disposing deletes it.</summary>
internal sealed class KernelCore : IDisposable
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(60);

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("fathom-core-");

    private KernelCore()
    {
    }

    public string File => Path.Combine(_folder.FullName, "core");

    /// <summary>Starts a program that keeps the rules of <c>SampleProcess</c>, waits until it is ready, and kills it.</summary>
    public static KernelCore Of(string program, params string[] arguments) => Of(program, arguments, ask: null);

    /// <summary>As the other one; the program answers a line before it is killed.</summary>
    public static KernelCore Of(string program, IReadOnlyList<string> arguments, string? ask)
    {
        Needs.Cores();
        KernelCore core = new();
        try
        {
            // "$0" "$@": the program and its arguments, whatever characters they have.
            ProcessStartInfo start = new("/bin/sh", ["-c", "ulimit -c unlimited && exec \"$0\" \"$@\"", program, .. arguments])
            {
                RedirectStandardInput = true,
                RedirectStandardOutput = true,
                WorkingDirectory = core._folder.FullName,
            };
            Kill(start, ask);
            string written = Assert.Single(Directory.GetFiles(core._folder.FullName, "*core*"));
            if (written != core.File)
                System.IO.File.Move(written, core.File);
            return core;
        }
        catch
        {
            core.Dispose();
            throw;
        }
    }

    public void Dispose() => _folder.Delete(recursive: true);

    // A sample of tests is nobody's child, and whoever waits for it complains of a signal; so it is started here, where the signal comes from.
    private static void Kill(ProcessStartInfo start, string? ask)
    {
        using Process sample = Process.Start(start)!;
        try
        {
            Task<string?> line = sample.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken).AsTask();
            Assert.True(line.Wait(s_patience) && line.Result?.StartsWith("ready", StringComparison.Ordinal) == true, "the sample is not ready");
            if (ask is not null)
            {
                sample.StandardInput.WriteLine(ask);
                sample.StandardInput.Flush();
                Assert.NotNull(sample.StandardOutput.ReadLine());
            }

            // The runtime has no handler of its own for this signal, so the kernel's action is the whole of it.
            using Process kill = Process.Start("kill", ["-s", "XCPU", sample.Id.ToString()]);
            kill.WaitForExit();
            Assert.True(sample.WaitForExit(s_patience), "the signal did not end the sample");
        }
        finally
        {
            sample.Kill();
        }
    }
}
