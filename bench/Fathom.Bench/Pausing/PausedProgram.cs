using System.Diagnostics;
using System.Globalization;

namespace Fathom.Bench.Pausing;

/// <summary>A process that is paused: <see cref="PausedTarget"/>. It ends when its input closes.</summary>
internal sealed class PausedProgram : IDisposable
{
    // As a child of setsid it is none of this process, which would take a stop for the end of its own child. The shell tells its process number.
    private static readonly string[] s_apart = ["--fork", "--wait", "sh", "-c", "echo $$; exec \"$0\" \"$@\""];

    private readonly Process _parent;

    private PausedProgram(Process parent, int pid) => (_parent, Pid) = (parent, pid);

    public int Pid { get; }

    /// <summary>Starts it and waits until its threads wait.</summary>
    /// <param name="command">The program, with the words before the number of threads.</param>
    /// <param name="threads">How many threads.</param>
    public static PausedProgram Start(IReadOnlyList<string> command, int threads)
    {
        string[] words = [.. s_apart, .. command, threads.ToString(CultureInfo.InvariantCulture)];
        Process parent = Process.Start(new ProcessStartInfo("setsid", words) { RedirectStandardInput = true, RedirectStandardOutput = true })!;
        if (int.TryParse(parent.StandardOutput.ReadLine(), CultureInfo.InvariantCulture, out int pid) && parent.StandardOutput.ReadLine() == "ready")
            return new PausedProgram(parent, pid);
        parent.Kill(entireProcessTree: true);
        throw new InvalidOperationException($"'{command[0]}' did not get ready.");
    }

    /// <summary>The longest time for which it did not run since this was asked before.</summary>
    public double LongestNs()
    {
        _parent.StandardInput.WriteLine();
        _parent.StandardInput.Flush();
        return double.Parse(_parent.StandardOutput.ReadLine() ?? throw new InvalidOperationException("The program to be paused has ended."), CultureInfo.InvariantCulture);
    }

    public void Dispose()
    {
        _parent.StandardInput.Close();
        _parent.WaitForExit();
        _parent.Dispose();
    }
}
