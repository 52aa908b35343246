using System.Diagnostics;
using System.Globalization;

namespace Fathom.Bench.Watching;

/// <summary>A process that is watched: this program again, with the words <c>watch-target MEBIBYTES</c>. It ends when its input closes.</summary>
internal sealed class WatchedProgram : IDisposable
{
    private readonly Process _process;

    private WatchedProgram(Process process) => _process = process;

    public int Pid => _process.Id;

    /// <summary>Starts it and waits until it has touched its memory.</summary>
    public static WatchedProgram Start(int mebibytes)
    {
        Process process = Process.Start(new ProcessStartInfo(Environment.ProcessPath!, ["watch-target", mebibytes.ToString(CultureInfo.InvariantCulture)])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        })!;
        if (process.StandardOutput.ReadLine() == "ready")
            return new WatchedProgram(process);
        process.Kill();
        throw new InvalidOperationException("The program to be watched did not get ready.");
    }

    /// <summary>How it fared while something was done.</summary>
    public Beat Listen(Action act)
    {
        Ask();
        act();
        string[] words = Ask().Split(' ');
        long[] numbers = Array.ConvertAll(words, static word => long.Parse(word, CultureInfo.InvariantCulture));
        return new Beat(numbers[0], numbers[1], numbers[2]);
    }

    public void Dispose()
    {
        _process.StandardInput.Close();
        _process.WaitForExit();
        _process.Dispose();
    }

    private string Ask()
    {
        _process.StandardInput.WriteLine();
        _process.StandardInput.Flush();
        return _process.StandardOutput.ReadLine() ?? throw new InvalidOperationException("The program to be watched has ended.");
    }
}
