using System.Diagnostics;
using System.Globalization;

namespace Fathom.Bench.Heap;

/// <summary>The sample whose heap is measured: objects of mixed types in interleaved order. It ends when this is disposed of, or when the benchmark dies.</summary>
/// <remarks>
/// It is no child of this process. When ClrMD stops a child, .NET may take the notice of the stop for the child's end, and ClrMD then waits for it forever.
/// </remarks>
internal sealed class HeapTarget : IDisposable
{
    // The shell tells its process number, which the program then takes over.
    private static readonly string[] s_apart = ["--fork", "--wait", "sh", "-c", "echo $$; exec \"$0\" \"$@\""];

    private readonly Process _parent;

    private HeapTarget(Process parent, int pid) => (_parent, Pid) = (parent, pid);

    public int Pid { get; }

    /// <summary>Starts the program and waits until its heap stands.</summary>
    /// <param name="program">The sample HeapMix.</param>
    /// <param name="objects">How many objects it makes.</param>
    /// <param name="options">Its further options.</param>
    public static HeapTarget Start(string program, int objects, params string[] options)
    {
        Process parent = Process.Start(new ProcessStartInfo("setsid", [.. s_apart, program, $"{objects}", .. options]) { RedirectStandardInput = true, RedirectStandardOutput = true })!;
        if (int.TryParse(parent.StandardOutput.ReadLine(), CultureInfo.InvariantCulture, out int pid)
            && parent.StandardOutput.ReadLine() is { } line && line.StartsWith("ready", StringComparison.Ordinal))
        {
            return new HeapTarget(parent, pid);
        }

        parent.Kill();
        throw new InvalidOperationException($"'{program}' did not get ready.");
    }

    /// <summary>Lets the program collect its garbage, so that a collection that is still under way changes nothing between two looks.</summary>
    public void Settle()
    {
        _parent.StandardInput.WriteLine("totals");
        _parent.StandardInput.Flush();
        _parent.StandardOutput.ReadLine();
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
        // Its input closes, and it ends.
        _parent.StandardInput.Close();
        _parent.WaitForExit();
        _parent.Dispose();
    }
}
