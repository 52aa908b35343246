using System.Diagnostics;
using Xunit;

namespace Fathom.EndToEnd.Harness;

/// <summary>Core files as the runtime's own writer makes them.</summary>
internal static class CoreDump
{
    /// <summary>Writes a core with the managed heap of a process.</summary>
    public static async Task WriteAsync(int pid, string file)
    {
        string writer = Path.Combine(Path.GetDirectoryName(typeof(object).Assembly.Location)!, "createdump");
        using Process process = Process.Start(new ProcessStartInfo(writer, ["--withheap", "-f", file, $"{pid}"]) { RedirectStandardOutput = true, RedirectStandardError = true })!;
        string output = await process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.True(process.ExitCode == 0 && File.Exists(file), output);
    }
}
