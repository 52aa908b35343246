using System.Diagnostics;
using System.Text.Json;
using Xunit;

namespace Fathom.TestSupport;

/// <summary>
/// A running program of <c>samples/</c>. It prints <c>ready {json}</c> once its state is reached, answers each line of input with one line, and ends when
/// its input closes; so it cannot outlive a killed test. Disposing ends it.
/// </summary>
public sealed class SampleProcess : IDisposable
{
    // The program becomes the child of setsid and not of this process. When a test stops it with ptrace from this process, .NET would take the stop of its
    // own child for the child's end. The shell tells its process number, which the program then takes over.
    private static readonly string[] s_apart = ["setsid", "--fork", "--wait", "sh", "-c", "echo $$; exec \"$0\" \"$@\""];

    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(60);

    private readonly Process _process;

    private SampleProcess(Process process, int pid, JsonElement facts)
    {
        _process = process;
        Pid = pid;
        Facts = facts;
    }

    /// <summary>Process number of the program itself.</summary>
    public int Pid { get; }

    /// <summary>Process number of its parent, which exists for that only.</summary>
    public int ParentPid => _process.Id;

    /// <summary>What the program printed behind <c>ready</c>.</summary>
    public JsonElement Facts { get; }

    /// <summary>Whether it still runs.</summary>
    public bool IsRunning => !_process.HasExited;

    /// <summary>Starts the sample's own executable.</summary>
    public static SampleProcess Start(string sample, params string[] arguments) =>
        Start(new ProcessStartInfo(Path.Combine(Repository.SampleFolder(sample), sample), arguments));

    /// <summary>Starts the sample's assembly with <c>dotnet</c>.</summary>
    public static SampleProcess StartWithHost(string sample, params string[] arguments) =>
        Start(new ProcessStartInfo("dotnet", [Path.Combine(Repository.SampleFolder(sample), sample + ".dll"), .. arguments]));

    /// <summary>Starts the sample in a PID namespace and a mount namespace of its own, as a container's first process. Its number is that of this machine; it has the number 1 there.</summary>
    public static SampleProcess StartInNamespace(string sample, params string[] arguments)
    {
        SampleProcess outer = Start(new ProcessStartInfo(
            "unshare", [.. Needs.Namespaces(), "--pid", "--fork", "--mount-proc", "--kill-child", Path.Combine(Repository.SampleFolder(sample), sample), .. arguments]));
        string children = File.ReadAllText($"/proc/{outer.Pid}/task/{outer.Pid}/children");
        return new SampleProcess(outer._process, int.Parse(children.Trim()), outer.Facts);
    }

    /// <summary>Starts any program that keeps the rules above, with its own environment or wrapper.</summary>
    public static SampleProcess Start(ProcessStartInfo start)
    {
        string program = start.FileName;
        string[] command = [.. s_apart, program, .. start.ArgumentList];
        start.FileName = command[0];
        start.ArgumentList.Clear();
        foreach (string argument in command.Skip(1))
            start.ArgumentList.Add(argument);
        start.RedirectStandardInput = true;
        start.RedirectStandardOutput = true;
        Process process = Process.Start(start) ?? throw new InvalidOperationException($"'{program}' did not start.");
        int pid = 0;
        try
        {
            const string mark = "ready";
            pid = int.Parse(ReadLine(process));
            string line = ReadLine(process);
            Assert.True(line.StartsWith(mark, StringComparison.Ordinal), $"'{program}' said '{line}' instead of 'ready …'.");
            string json = line[mark.Length..].Trim();
            using JsonDocument facts = JsonDocument.Parse(json.Length == 0 ? "{}" : json);
            return new SampleProcess(process, pid, facts.RootElement.Clone());
        }
        catch
        {
            End(process, pid);
            throw;
        }
    }

    /// <summary>Sends a line and returns the line that the program answers.</summary>
    public string Ask(string line)
    {
        Tell(line);
        return ReadLine(_process);
    }

    /// <summary>Sends a line that is not answered.</summary>
    public void Tell(string line)
    {
        _process.StandardInput.WriteLine(line);
        _process.StandardInput.Flush();
    }

    /// <summary>
    /// Waits until the initial thread rests in <c>read</c>, which is that of its standard input: the kernel shows the number of the call (0 on x64, 63 on
    /// arm64), and a descriptor that the runtime has made of descriptor 0.
    /// </summary>
    public void WaitUntilItReads()
    {
        string call = $"/proc/{Pid}/task/{Pid}/syscall";
        Assert.True(SpinWait.SpinUntil(
            () => File.ReadAllText(call) is var text && (text.StartsWith("0 0x", StringComparison.Ordinal) || text.StartsWith("63 0x", StringComparison.Ordinal)),
            s_patience),
            $"Process {Pid} did not read its input within {s_patience.TotalSeconds} seconds.");
    }

    /// <summary>Waits until the program has ended by itself or by a signal, and returns its exit code.</summary>
    public int WaitForEnd()
    {
        Assert.True(_process.WaitForExit(s_patience), $"Process {_process.Id} did not end within {s_patience.TotalSeconds} seconds.");
        return _process.ExitCode;
    }

    /// <inheritdoc/>
    public void Dispose() => End(_process, Pid);

    private static string ReadLine(Process process)
    {
        Task<string?> line = process.StandardOutput.ReadLineAsync();
        Assert.True(line.Wait(s_patience), $"Process {process.Id} was silent for {s_patience.TotalSeconds} seconds.");
        return line.Result ?? throw new InvalidOperationException($"Process {process.Id} closed its output.");
    }

    // The parent first: it would complain of a child that was killed.
    private static void End(Process process, int pid)
    {
        using (process)
        {
            if (!process.HasExited)
                process.Kill();
            process.WaitForExit();
            if (pid != 0)
                End(pid);
        }
    }

    private static void End(int pid)
    {
        try
        {
            using Process program = Process.GetProcessById(pid);
            program.Kill();
            Assert.True(program.WaitForExit(s_patience), $"Process {pid} was killed and still runs after {s_patience.TotalSeconds} seconds.");
        }
        catch (ArgumentException)
        {
            // It has ended already.
        }
    }
}
