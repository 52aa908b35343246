using System.Diagnostics;
using Fathom.Capture.Programs;
using Fathom.Model;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Capture.Recording;

/// <summary>The program that a recording starts. It has the input and output of fathom, and runs on whatever happens to fathom.</summary>
internal sealed class StartedProgram : IDisposable
{
    private readonly Process _process;
    private readonly ProcessEnding _ending;

    private StartedProgram(Process process)
    {
        _process = process;
        _ending = ProcessEnding.Begin(process.Id);
        process.EnableRaisingEvents = true;
        process.Exited += (_, _) => Ended.Set();
        if (process.HasExited)
            Ended.Set();
    }

    /// <summary>Its number.</summary>
    public int ProcessId => _process.Id;

    /// <summary>Signalled when it has ended.</summary>
    public ManualResetEvent Ended { get; } = new(false);

    /// <summary>Starts it, on the calling thread.</summary>
    /// <param name="command">The program and its arguments.</param>
    /// <param name="environment">Variables that it gets beside those of this process, or in place of them.</param>
    /// <exception cref="FathomException">It cannot be started.</exception>
    public static StartedProgram Start(IReadOnlyList<string> command, IReadOnlyDictionary<string, string?> environment)
    {
        ProcessStartInfo start = new(command[0], command.Skip(1));
        foreach ((string name, string? value) in environment)
            start.Environment[name] = value;
        return new StartedProgram(ChildProgram.Start(start));
    }

    /// <summary>How it has ended, and its code as a shell tells it; nothing where it runs on.</summary>
    public (string? Text, int? Code) TellEnd() => _process.HasExited ? (ChildProgram.TellEnd(_process, _ending), _process.ExitCode) : (null, null);

    // The event is not disposed: the end may be told of on another thread at this moment.
    public void Dispose()
    {
        _process.EnableRaisingEvents = false;
        _ending.Dispose();
        _process.Dispose();
    }
}
