using System.Diagnostics;
using Fathom.Capture.Programs;
using Fathom.Model;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Capture.Dumps;

/// <summary>A program that is started to be dumped. It has the input and output of fathom.</summary>
internal sealed class LaunchedProgram : IDisposable
{
    private const string HookVariable = "DOTNET_STARTUP_HOOKS";

    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(10);

    private readonly Process _process;
    private readonly ProcessEnding _ending;

    private LaunchedProgram(Process process)
    {
        _process = process;
        _ending = ProcessEnding.Begin(process.Id);
    }

    /// <summary>Its number.</summary>
    public int ProcessId => _process.Id;

    /// <summary>Starts it.</summary>
    /// <param name="command">The program and its arguments.</param>
    /// <param name="hook">A start-up hook that comes before those that it has already, or null.</param>
    /// <param name="prepare">Told its environment before.</param>
    /// <exception cref="FathomException">It cannot be started.</exception>
    public static LaunchedProgram Start(IReadOnlyList<string> command, string? hook, Action<IDictionary<string, string?>> prepare)
    {
        ProcessStartInfo start = new(command[0], command.Skip(1));
        if (hook is not null)
        {
            string? others = Environment.GetEnvironmentVariable(HookVariable);
            start.Environment[HookVariable] = others is null ? hook : $"{hook}:{others}";
        }

        prepare(start.Environment);
        return new LaunchedProgram(ChildProgram.Start(start));
    }

    /// <summary>Waits until it has ended by itself.</summary>
    public void WaitForEnd(CancellationToken stop) => _process.WaitForExitAsync(stop).GetAwaiter().GetResult();

    /// <summary>Asks it to end (SIGTERM), and waits some seconds for that.</summary>
    public void AskToEnd()
    {
        if (!_process.HasExited && SignalCalls.TrySend(_process.Id, SignalCalls.Terminate))
            _process.WaitForExit(s_patience);
    }

    /// <summary>Why it has ended: "exit code N", "killed by signal 6 (SIGABRT)".</summary>
    public string TellEnd() => ChildProgram.TellEnd(_process, _ending);

    public void Dispose()
    {
        _ending.Dispose();
        _process.Dispose();
    }
}
