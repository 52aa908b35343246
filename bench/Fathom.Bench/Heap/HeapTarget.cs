using System.Diagnostics;

namespace Fathom.Bench.Heap;

/// <summary>The sample whose heap is measured: objects of mixed types in interleaved order. It ends when this is disposed of, or when the benchmark dies.</summary>
internal sealed class HeapTarget : IDisposable
{
    private readonly Process _process;

    private HeapTarget(Process process) => _process = process;

    public int Pid => _process.Id;

    /// <summary>Starts the program and waits until its heap stands.</summary>
    /// <param name="program">The sample HeapMix.</param>
    /// <param name="objects">How many objects it makes.</param>
    /// <param name="options">Its further options.</param>
    public static HeapTarget Start(string program, int objects, params string[] options)
    {
        Process process = Process.Start(new ProcessStartInfo(program, [$"{objects}", .. options]) { RedirectStandardInput = true, RedirectStandardOutput = true })!;
        if (process.StandardOutput.ReadLine() is { } line && line.StartsWith("ready", StringComparison.Ordinal))
            return new HeapTarget(process);
        process.Kill();
        throw new InvalidOperationException($"'{program}' did not get ready.");
    }

    /// <summary>Writes a core file with the heap.</summary>
    public void WriteCore(string file)
    {
        string writer = Path.Combine(Path.GetDirectoryName(typeof(object).Assembly.Location)!, "createdump");
        using Process process = Process.Start(new ProcessStartInfo(writer, ["--withheap", "-f", file, $"{Pid}"]) { RedirectStandardOutput = true })!;
        process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        if (process.ExitCode != 0)
            throw new InvalidOperationException("createdump failed.");
    }

    public void Dispose()
    {
        _process.Kill();
        _process.WaitForExit();
        _process.Dispose();
    }
}
