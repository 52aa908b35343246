using System.Diagnostics;
using Xunit;

namespace Fathom.Tests.Cli.Completion;

/// <summary>A shell that really runs, with the <c>fathom</c> of this build first on its search path.</summary>
internal static class ShellRun
{
    /// <summary>What a script of the shell wrote.</summary>
    /// <param name="shell">The program.</param>
    /// <param name="folder">Where it runs.</param>
    /// <param name="arguments">Its arguments.</param>
    public static async Task<string> OutputAsync(string shell, string folder, params string[] arguments)
    {
        ProcessStartInfo start = new(shell, arguments) { RedirectStandardOutput = true, RedirectStandardError = true, WorkingDirectory = folder };
        start.Environment["PATH"] = $"{AppContext.BaseDirectory}:{Environment.GetEnvironmentVariable("PATH")}";
        start.Environment["HOME"] = folder;
        using Process process = Process.Start(start)!;
        Task<string> error = process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        string output = await process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        Assert.Equal("", await error);
        return output;
    }
}
