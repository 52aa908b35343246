using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using Fathom.Model;
using Fathom.Sources.Targets.Ports;

namespace Fathom.Recorder.Runtimes;

/// <summary>The guard as the guarded process sees it: started before the program is, and dismissed when nobody can come to its port any more. See <see cref="StartGuard"/>.</summary>
internal sealed class StartGuardProcess : IDisposable
{
    // On a machine at its limit it takes seconds.
    private static readonly TimeSpan s_startLimit = TimeSpan.FromSeconds(30);

    private readonly Process _process;

    private StartGuardProcess(Process process) => _process = process;

    /// <summary>Starts it, and waits until it stands guard.</summary>
    /// <param name="fathom">How this program is started: its file, and for one that <c>dotnet</c> runs, the assembly.</param>
    /// <param name="port">The port.</param>
    /// <exception cref="FathomException">It does not start.</exception>
    public static StartGuardProcess Start(IReadOnlyList<string> fathom, StartPort port)
    {
        ProcessStartInfo start = new(fathom[0], [.. fathom.Skip(1), StartGuard.Argument, port.Descriptor.ToString(CultureInfo.InvariantCulture)])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        Process? process = null;
        try
        {
            port.Share(true);
            process = Process.Start(start)!;
        }
        catch (Win32Exception e)
        {
            throw Failed(e);
        }
        finally
        {
            port.Share(false);
        }

        byte[] said = new byte[1];
        using CancellationTokenSource due = new(s_startLimit);
        try
        {
            // Arguments are for all to see, and who knows the name of the port may come to it.
            process.StandardInput.WriteLine(port.Path);
            process.StandardInput.Flush();
            if (process.StandardOutput.BaseStream.ReadAsync(said, due.Token).AsTask().GetAwaiter().GetResult() == 1 && said[0] == StartGuard.Ready)
                return new StartGuardProcess(process);
        }
        catch (Exception e) when (e is OperationCanceledException or IOException)
        {
            process.Kill();
        }

        process.Dispose();
        throw Failed(null);
    }

    /// <summary>Dismisses it.</summary>
    public void Dismiss()
    {
        try
        {
            _process.StandardInput.BaseStream.WriteByte(StartGuard.Done);
        }
        catch (IOException)
        {
            // Somebody has ended it; there is nothing left to dismiss.
        }

        Dispose();
    }

    /// <summary>Leaves the port to it.</summary>
    public void Dispose()
    {
        _process.StandardInput.Close();
        _process.Dispose();
    }

    private static FathomException Failed(Exception? inner) => FathomException.Target(
        "The guard process, which resumes the program if Fathom is killed, did not start.", "try again; fathom doctor shows the limits of this machine", inner);
}
