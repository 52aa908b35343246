using System.Diagnostics;
using System.Globalization;

namespace Fathom.Bench.Recording;

/// <summary>A program that is started to be recorded, and ends when its input closes.</summary>
internal sealed class RecordedProgram : IDisposable
{
    private const string Ready = "ready";

    private readonly Process _process;

    private RecordedProgram(Process process) => _process = process;

    public int Pid => _process.Id;

    /// <summary>Starts it and waits until it says that it is ready.</summary>
    /// <param name="words">The program and its arguments.</param>
    public static RecordedProgram Start(params IReadOnlyList<string> words)
    {
        Process process = Process.Start(new ProcessStartInfo(words[0], words.Skip(1)) { RedirectStandardInput = true, RedirectStandardOutput = true })!;
        if (process.StandardOutput.ReadLine() is { } line && line.StartsWith(Ready, StringComparison.Ordinal))
        {
            _ = process.StandardOutput.ReadToEndAsync();
            return new RecordedProgram(process);
        }

        process.Kill();
        throw new InvalidOperationException(string.Create(CultureInfo.InvariantCulture, $"'{string.Join(' ', words)}' did not get ready."));
    }

    public void Dispose()
    {
        _process.StandardInput.Close();
        _process.WaitForExit();
        _process.Dispose();
    }
}
