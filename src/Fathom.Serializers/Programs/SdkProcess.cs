using System.Diagnostics;
using Fathom.Model;

namespace Fathom.Serializers.Programs;

/// <summary>Runs the .NET SDK. What it prints is read and dropped: its errors are in a log of their own.</summary>
internal static class SdkProcess
{
    /// <summary>Runs it to its end; an interrupted one is ended with all that it started.</summary>
    /// <param name="info">What is run; both outputs are redirected.</param>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    /// <returns>Its exit code, and what it printed.</returns>
    /// <exception cref="FathomException">There is no SDK (<see cref="ExitCode.NotPossible"/>).</exception>
    public static async Task<(int Code, string Text)> RunAsync(ProcessStartInfo info, CancellationToken stop)
    {
        using Process build = Start(info);
        try
        {
            Task<string> text = build.StandardOutput.ReadToEndAsync(stop), error = build.StandardError.ReadToEndAsync(stop);
            await build.WaitForExitAsync(stop).ConfigureAwait(false);
            await Task.WhenAll(text, error).ConfigureAwait(false);
            return (build.ExitCode, await text.ConfigureAwait(false));
        }
        finally
        {
            if (!build.HasExited)
                build.Kill(entireProcessTree: true);
        }
    }

    private static Process Start(ProcessStartInfo info)
    {
        try
        {
            return Process.Start(info)!;
        }
        catch (System.ComponentModel.Win32Exception reason)
        {
            throw FathomException.NotPossible(
                $"The programs of the serializers are built by the .NET SDK, and 'dotnet' cannot be started: {reason.Message}.",
                "install the .NET 10 SDK so that 'dotnet' is on the PATH");
        }
    }
}
