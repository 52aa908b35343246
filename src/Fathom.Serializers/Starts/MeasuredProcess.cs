using System.Diagnostics;
using System.Runtime.InteropServices;
using System.Text;
using Fathom.Model;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Serializers.Starts;

/// <summary>
/// A process from before its start to after its end: the time by this process' clock and CPU time by the kernel (wait4), so that what the program does before and
/// after its own code counts too.
/// </summary>
/// <param name="WallNs">From before posix_spawn to after its end.</param>
/// <param name="CpuNs">User and system time of all its threads.</param>
/// <param name="ExitCode">Its exit code; 128 and the number of the signal that ended it.</param>
/// <param name="Output">What it printed.</param>
/// <param name="IsLate">Whether it was killed because it did not end in time.</param>
internal sealed record MeasuredProcess(long WallNs, long CpuNs, int ExitCode, string Output, bool IsLate)
{
    private const int Interrupted = 4;
    private const int ReadOnly = 0;
    private const int WriteOnly = 1;

    /// <summary>Runs one and waits for its end.</summary>
    /// <param name="program">The file.</param>
    /// <param name="arguments">Its arguments.</param>
    /// <param name="settings">Variables that are added to this process' environment.</param>
    /// <param name="deadline">A process that has not ended by then is killed.</param>
    /// <exception cref="FathomException">It cannot be started.</exception>
    public static MeasuredProcess Run(string program, IReadOnlyList<string> arguments, IReadOnlyDictionary<string, string> settings, TimeSpan deadline)
    {
        (int pid, long start, SafeFileHandle read) = Spawn(program, arguments, settings);
        bool late = false;
        using ManualResetEvent watchIsOver = new(false);
        using Timer watch = new(
            _ =>
            {
                // The process is not reaped before its output has ended, so the number is still its own. It may have ended by itself: then there is nothing to do.
                late = SpawnCalls.Kill(pid, SpawnCalls.KillSignal) == 0;
            },
            null, deadline, Timeout.InfiniteTimeSpan);
        using FileStream stream = new(read, FileAccess.Read, bufferSize: 0);
        using StreamReader text = new(stream, new UTF8Encoding(false));
        string output = text.ReadToEnd();
        // A watch that has just killed may not have said so yet, and one that is about to must not do it when the number is another process's.
        if (watch.Dispose(watchIsOver))
            watchIsOver.WaitOne();
        return Reap(pid, start, output, late);
    }

    // Standard input and error are /dev/null, standard output is a pipe.
    private static unsafe (int Pid, long Start, SafeFileHandle Output) Spawn(string program, IReadOnlyList<string> arguments, IReadOnlyDictionary<string, string> settings)
    {
        int* ends = stackalloc int[2];
        byte* actions = stackalloc byte[SpawnCalls.FileActionsBytes];
        if (SpawnCalls.Pipe2(ends, SpawnCalls.CloseOnExec) != 0)
            throw FathomException.NotPossible($"No pipe can be made: error {Marshal.GetLastPInvokeError()}.", "ulimit -n");
        SafeFileHandle read = new(ends[0], ownsHandle: true);
        using SafeFileHandle write = new(ends[1], ownsHandle: true);
        using NativeTexts argv = new([program, .. arguments]), environment = new(Environment(settings)), paths = new([program, "/dev/null"]);
        int pid = 0;
        int error = SpawnCalls.InitFileActions(actions);
        if (error == 0)
            error = SpawnCalls.AddOpen(actions, 0, paths.At(1), ReadOnly, 0);
        if (error == 0)
            error = SpawnCalls.AddDup2(actions, ends[1], 1);
        if (error == 0)
            error = SpawnCalls.AddOpen(actions, 2, paths.At(1), WriteOnly, 0);
        long start = Stopwatch.GetTimestamp();
        if (error == 0)
            error = SpawnCalls.Spawn(&pid, paths.At(0), actions, null, argv.Pointers, environment.Pointers);
        _ = SpawnCalls.DestroyFileActions(actions);
        if (error == 0)
            return (pid, start, read);
        read.Dispose();
        throw FathomException.NotPossible($"'{program}' cannot be started: error {error}.", "fathom serializers list builds the programs again");
    }

    private static unsafe MeasuredProcess Reap(int pid, long start, string output, bool late)
    {
        long* usage = stackalloc long[SpawnCalls.RusageBytes / sizeof(long)];
        int status;
        int reaped = SpawnCalls.Wait4(pid, &status, 0, usage);
        while (reaped < 0 && Marshal.GetLastPInvokeError() == Interrupted)
            reaped = SpawnCalls.Wait4(pid, &status, 0, usage);
        long wall = (long)((Stopwatch.GetTimestamp() - start) * (1e9 / Stopwatch.Frequency));
        if (reaped != pid)
            throw FathomException.NotPossible($"The resource usage of process {pid} cannot be read: error {Marshal.GetLastPInvokeError()}.", "fathom serializers start --starts 1");
        // struct rusage begins with two timevals (seconds and microseconds) of user and system time. Its peak memory is of no use here: posix_spawn lets the child
        // run in this process' memory until it is another program, and the kernel counts that as the child's.
        long cpu = ((usage[0] + usage[2]) * 1_000_000_000) + ((usage[1] + usage[3]) * 1000);
        int signal = status & 0x7f;
        return new MeasuredProcess(wall, cpu, signal == 0 ? (status >> 8) & 0xff : 128 + signal, output, late);
    }

    private static string[] Environment(IReadOnlyDictionary<string, string> settings)
    {
        Dictionary<string, string> all = [];
        foreach (System.Collections.DictionaryEntry one in System.Environment.GetEnvironmentVariables())
            all[(string)one.Key] = (string?)one.Value ?? "";
        foreach ((string name, string value) in settings)
            all[name] = value;
        return [.. all.Select(static one => $"{one.Key}={one.Value}")];
    }
}
