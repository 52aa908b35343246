using System.ComponentModel;
using System.Diagnostics;
using Fathom.Model;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Recorder.Runtimes;

/// <summary>A program that is started to be recorded, .NET or not. It has the input and output of Fathom, and runs on when this is disposed of.</summary>
public sealed class LaunchedRuntime : IDisposable
{
    private readonly Process _process;

    private LaunchedRuntime(Process process) => _process = process;

    /// <summary>Its number (pid).</summary>
    public int ProcessId => _process.Id;

    /// <summary>Its exit code, or 128 and the number of the signal that ended it. Once it has ended.</summary>
    public int ExitCode => _process.ExitCode;

    /// <summary>Whether it has ended.</summary>
    public bool HasEnded => _process.HasExited;

    /// <summary>Starts it.</summary>
    /// <param name="command">The program and its arguments.</param>
    /// <param name="prepare">Told its environment before.</param>
    /// <exception cref="FathomException">It cannot be started.</exception>
    internal static LaunchedRuntime Start(IReadOnlyList<string> command, Action<IDictionary<string, string?>> prepare)
    {
        ProcessStartInfo start = new(command[0], command.Skip(1));
        prepare(start.Environment);
        try
        {
            return new LaunchedRuntime(Process.Start(start)!);
        }
        catch (Exception e) when (e is Win32Exception or IOException)
        {
            throw FathomException.Target($"'{command[0]}' cannot be started: {e.Message}", "check the path; what follows -- is run as it stands", e);
        }
    }

    /// <summary>Ends when it has ended.</summary>
    public Task WaitForEndAsync(CancellationToken stop) => _process.WaitForExitAsync(stop);

    /// <summary>Asks it to end (SIGTERM).</summary>
    public void AskToEnd()
    {
        if (!_process.HasExited)
            _ = SignalCalls.TrySend(_process.Id, SignalCalls.Terminate);
    }

    /// <inheritdoc/>
    public void Dispose() => _process.Dispose();
}
