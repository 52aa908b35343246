using System.Diagnostics;
using Xunit;

namespace Fathom.TestSupport.RealPrograms;

/// <summary>A running program that nobody wrote for these tests. It is waited for until it does something real; disposing kills it and removes what it wrote.</summary>
public sealed class RealProgram : IDisposable
{
    private const int LinesKept = 40;

    // As in SampleProcess: not a child of this process, so that a stop by ptrace is not taken for its end. Both outputs are one stream here.
    private static readonly string[] s_apart = ["--fork", "--wait", "sh", "-c", "echo $$; exec \"$0\" \"$@\" 2>&1"];

    // Includes the compilation of half a compiler on a machine with other things to do.
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(6);

    private readonly Process _process;
    private readonly List<IDisposable> _owned = [];
    private readonly Queue<string> _lines = [];
    private readonly Lock _gate = new();
    private readonly Task _reading;

    private RealProgram(string name, Process process, int pid)
    {
        (Name, _process, Pid) = (name, process, pid);
        _reading = Task.Run(Read);
    }

    /// <summary>What it is, in words of a table.</summary>
    public string Name { get; }

    /// <summary>Process number of the program itself.</summary>
    public int Pid { get; }

    /// <summary>Whether it still runs.</summary>
    public bool IsRunning => !_process.HasExited;

    /// <summary>Starts a program. Whoever calls this waits for a state that is worth looking at.</summary>
    /// <param name="name">What it is, in words of a table.</param>
    /// <param name="program">Its file.</param>
    /// <param name="arguments">Its arguments.</param>
    public static RealProgram Start(string name, string program, params IEnumerable<string> arguments)
    {
        ProcessStartInfo start = new("setsid", [.. s_apart, program, .. arguments]) { RedirectStandardInput = true, RedirectStandardOutput = true };
        start.Environment["DOTNET_CLI_TELEMETRY_OPTOUT"] = "1";
        start.Environment["DOTNET_NOLOGO"] = "1";

        // Tools that are older than the runtime that is here.
        start.Environment["DOTNET_ROLL_FORWARD"] = "Major";
        Process process = Process.Start(start) ?? throw new InvalidOperationException($"'{program}' did not start.");
        return new RealProgram(name, process, int.Parse(process.StandardOutput.ReadLine() ?? throw new InvalidOperationException($"'{program}' closed its output.")));
    }

    /// <summary>Removes something when the program has ended.</summary>
    public void Owns(IDisposable thing) => _owned.Add(thing);

    /// <summary>Sends a line to its standard input.</summary>
    public void Write(string line)
    {
        _process.StandardInput.WriteLine(line);
        _process.StandardInput.Flush();
    }

    /// <summary>Waits until one of its last lines is, or ends with, <paramref name="line"/>.</summary>
    public void WaitForLine(string line) => WaitFor(() => Has(known => known.EndsWith(line, StringComparison.Ordinal)), $"print '{line}'");

    /// <summary>Waits until one of its last lines begins with <paramref name="start"/>.</summary>
    public void WaitForLineFrom(string start) => WaitFor(() => Has(known => known.StartsWith(start, StringComparison.Ordinal)), $"print '{start}…'");

    /// <summary>Waits for a condition. Fails with its last output when it ends before, or takes more than minutes.</summary>
    public void WaitFor(Func<bool> condition, string what)
    {
        Stopwatch watch = Stopwatch.StartNew();
        while (!condition())
        {
            Assert.True(IsRunning, $"{Name} ended before it did {what}. It printed:\n{Output()}");
            Assert.True(watch.Elapsed < s_patience, $"{Name} did not {what} within {s_patience.TotalMinutes} minutes. It printed:\n{Output()}");
            Thread.Sleep(50);
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        // The parent first: it would complain of a child that was killed.
        using (_process)
        {
            if (!_process.HasExited)
                _process.Kill();
            _process.WaitForExit();
            KillProgram();
            _reading.Wait(s_patience);
        }

        foreach (IDisposable thing in _owned)
            thing.Dispose();
    }

    private void KillProgram()
    {
        try
        {
            using Process program = Process.GetProcessById(Pid);
            program.Kill();
            Assert.True(program.WaitForExit(s_patience), $"Process {Pid} was killed and still runs after {s_patience.TotalMinutes} minutes.");
        }
        catch (ArgumentException)
        {
            // It has ended already.
        }
    }

    private void Read()
    {
        while (_process.StandardOutput.ReadLine() is { } line)
        {
            lock (_gate)
            {
                _lines.Enqueue(line);
                if (_lines.Count > LinesKept)
                    _lines.Dequeue();
            }
        }
    }

    private bool Has(Func<string, bool> line)
    {
        lock (_gate)
            return _lines.Any(line);
    }

    private string Output()
    {
        lock (_gate)
            return string.Join('\n', _lines);
    }
}
