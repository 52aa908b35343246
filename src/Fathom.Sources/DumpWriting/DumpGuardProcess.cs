using System.Diagnostics;
using Fathom.Model;

namespace Fathom.Sources.DumpWriting;

/// <summary>The guard as the guarded process sees it: started before the dump is asked for, dismissed when it is done. See <see cref="DumpGuard"/>.</summary>
internal sealed class DumpGuardProcess : IDisposable
{
    // On a machine at its limit it takes seconds; one that somebody holds would keep the dump waiting for ever.
    private static readonly TimeSpan s_startLimit = TimeSpan.FromSeconds(30);

    private readonly Process _process;
    private bool _isReady;
    private bool _isGivenUp;

    private DumpGuardProcess(Process process) => _process = process;

    /// <summary>Starts the guard.</summary>
    /// <param name="fathom">How this program is started: its file, and for one that <c>dotnet</c> runs, the assembly.</param>
    /// <param name="targetId">Number of the target (pid).</param>
    /// <param name="path">The file that will be written, as the target sees it.</param>
    /// <param name="leftovers">What the guard removes.</param>
    /// <exception cref="FathomException">It cannot be started.</exception>
    public static DumpGuardProcess Start(IReadOnlyList<string> fathom, int targetId, string path, DumpLeftovers leftovers)
    {
        ProcessStartInfo start = new(fathom[0], [.. fathom.Skip(1), DumpGuard.Argument, $"{targetId}", path, .. leftovers.ToArguments()])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        try
        {
            return new DumpGuardProcess(Process.Start(start) ?? throw Failed(null));
        }
        catch (System.ComponentModel.Win32Exception e)
        {
            // Such as the limit of processes.
            throw Failed(e);
        }
    }

    /// <summary>Waits until it stands guard; without it no dump is asked for.</summary>
    /// <exception cref="FathomException">It did not start in time.</exception>
    public void WaitUntilReady() => WaitUntilReady(s_startLimit);

    /// <summary>The same with another limit.</summary>
    internal void WaitUntilReady(TimeSpan limit)
    {
        if (_isReady)
            return;
        using Timer due = new(_ => End(), null, limit, Timeout.InfiniteTimeSpan);
        bool isSaid = _process.StandardOutput.BaseStream.ReadByte() == DumpGuard.Ready;
        lock (_process)
            _isReady = isSaid && !_isGivenUp;
        if (!_isReady)
            throw Failed(null);
    }

    /// <summary>Dismisses it.</summary>
    public void Dispose()
    {
        try
        {
            _process.StandardInput.BaseStream.WriteByte(DumpGuard.Done);
            _process.StandardInput.Close();
        }
        catch (IOException)
        {
            // Somebody has ended it; there is nothing left to dismiss.
        }

        _process.Dispose();
    }

    // Its end is that of what it would have said.
    private void End()
    {
        lock (_process)
        {
            if (_isReady)
                return;
            _isGivenUp = true;
        }

        try
        {
            _process.Kill();
        }
        catch (Exception e) when (e is InvalidOperationException or System.ComponentModel.Win32Exception)
        {
            // It has ended by itself.
            return;
        }
    }

    private static FathomException Failed(Exception? inner) => FathomException.Target(
        "The guard process, which ends the dump writer if Fathom is killed, did not start.", "try again; fathom doctor shows the limits of this machine", inner);
}
