using System.Diagnostics;
using Fathom.Model;

namespace Fathom.Capture.Dumps;

/// <summary>A program that is started to be dumped. It has the input and output of fathom, and is not ended by it.</summary>
internal sealed class LaunchedProgram : IDisposable
{
    private const string HookVariable = "DOTNET_STARTUP_HOOKS";

    private readonly Process _process;

    private LaunchedProgram(Process process) => _process = process;

    /// <summary>Its number.</summary>
    public int ProcessId => _process.Id;

    /// <summary>Starts it with a start-up hook before those that it has already.</summary>
    /// <param name="command">The program and its arguments.</param>
    /// <param name="hook">The hook.</param>
    /// <exception cref="FathomException">It cannot be started.</exception>
    public static LaunchedProgram Start(IReadOnlyList<string> command, string hook)
    {
        ProcessStartInfo start = new(command[0], command.Skip(1));
        string? others = Environment.GetEnvironmentVariable(HookVariable);
        start.Environment[HookVariable] = others is null ? hook : $"{hook}:{others}";
        try
        {
            return new LaunchedProgram(Process.Start(start)!);
        }
        catch (Exception e) when (e is System.ComponentModel.Win32Exception or IOException)
        {
            throw FathomException.Target($"'{command[0]}' cannot be started: {e.Message}", "check the path; what follows -- is run as it stands", e);
        }
    }

    /// <summary>Waits until it has ended by itself.</summary>
    public void WaitForEnd(CancellationToken stop) => _process.WaitForExitAsync(stop).GetAwaiter().GetResult();

    public void Dispose() => _process.Dispose();
}
