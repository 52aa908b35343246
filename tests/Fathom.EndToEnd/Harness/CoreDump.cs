using System.Diagnostics;
using Xunit;

namespace Fathom.EndToEnd.Harness;

/// <summary>Core files as the runtime's own writer and a debugger make them.</summary>
internal static class CoreDump
{
    /// <summary>Writes a core with the managed heap of a process.</summary>
    public static Task WriteAsync(int pid, string file) => WriteAsync([], pid, file);

    /// <summary>Writes a core from inside of the PID namespace whose first process it is.</summary>
    public static Task WriteInsideAsync(int pid, string file) => WriteAsync(["nsenter", $"--target={pid}", "--pid", "--mount"], 1, file);

    /// <summary>Writes a core with <c>gcore</c> of gdb, from outside.</summary>
    /// <returns>The file.</returns>
    public static async Task<string> WriteByDebuggerAsync(int pid, string folder)
    {
        string start = Path.Combine(folder, "debugger");
        ProcessStartInfo gcore = new("gcore", ["-o", start, $"{pid}"]) { RedirectStandardOutput = true, RedirectStandardError = true };
        using Process process = Process.Start(gcore)!;
        Task<string> output = process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        string error = await process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        string file = $"{start}.{pid}";
        Assert.True(process.ExitCode == 0 && File.Exists(file), await output + error);
        return file;
    }

    private static async Task WriteAsync(string[] start, int pid, string file)
    {
        string writer = Path.Combine(Path.GetDirectoryName(typeof(object).Assembly.Location)!, "createdump");
        string[] command = [.. start, writer, "--withheap", "-f", file, $"{pid}"];
        using Process process = Process.Start(new ProcessStartInfo(command[0], command[1..]) { RedirectStandardOutput = true, RedirectStandardError = true })!;
        string output = await process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.True(process.ExitCode == 0 && File.Exists(file), output);
    }
}
