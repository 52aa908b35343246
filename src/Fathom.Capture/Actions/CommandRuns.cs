using System.Diagnostics;
using System.Globalization;
using System.Text;
using Fathom.Capture.Programs;
using Fathom.Model;

namespace Fathom.Capture.Actions;

/// <summary>
/// Runs commands of the user beside everything else: no shell reads them, nothing is written to their input, and what they need to know is in their
/// environment. None outlives this.
/// </summary>
/// <param name="said">Told how each ended, a sentence, on any thread.</param>
/// <param name="longest">After this time one is ended.</param>
internal sealed class CommandRuns(Action<string> said, TimeSpan longest) : IDisposable
{
    /// <summary>The most that run at a time.</summary>
    public const int MostAtOnce = 4;

    /// <summary>The usual longest time.</summary>
    public static readonly TimeSpan UsualLongest = TimeSpan.FromMinutes(10);

    // The kernel takes no variable of 128 KiB and more.
    private const int MostCauseChars = 4000;
    private const int MostErrorChars = 2000;

    private readonly CancellationTokenSource _end = new();
    private readonly Lock _gate = new();
    private readonly List<Task> _running = [];
    private int _failed;

    /// <summary>How many did not end with 0, or were not run.</summary>
    public int Failed => Volatile.Read(ref _failed);

    /// <summary>Begins one, and does not wait for it. Any thread may.</summary>
    /// <param name="action">The command.</param>
    /// <param name="processId">The process (pid) that met the condition.</param>
    /// <param name="cause">The condition, with the values that met it.</param>
    /// <param name="file">Full path of what was made because of it; null for nothing.</param>
    public void Begin(ThenAction action, int processId, string cause, string? file)
    {
        lock (_gate)
        {
            _running.RemoveAll(static task => task.IsCompleted);
            if (_running.Count >= MostAtOnce || _end.IsCancellationRequested)
            {
                Fail(_end.IsCancellationRequested ? $"'{action.Text}' was not run: Fathom ends" : $"'{action.Text}' was not run: {MostAtOnce} commands run already");
                return;
            }

            ProcessStartInfo start = new(action.Command[0], action.Command.Skip(1))
            {
                RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true,
            };
            start.Environment["FATHOM_PID"] = processId.ToString(CultureInfo.InvariantCulture);
            start.Environment["FATHOM_CAUSE"] = (cause.Length > MostCauseChars ? cause[..MostCauseChars] : cause).Replace('\0', ' ');
            start.Environment["FATHOM_FILE"] = file is null ? "" : Path.GetFullPath(file);
            try
            {
                Process process = ChildProgram.Start(start);
                _running.Add(Task.Run(() => FollowAsync(action, process)));
            }
            catch (FathomException e)
            {
                Fail($"'{action.Text}' was not run. {e.Message}");
            }
        }
    }

    /// <summary>Waits until all have ended.</summary>
    /// <param name="stop">Ends those that run.</param>
    public void Await(CancellationToken stop)
    {
        using CancellationTokenRegistration ends = stop.Register(_end.Cancel);
        Task[] all;
        lock (_gate)
            all = [.. _running];
        Task.WaitAll(all, CancellationToken.None);
    }

    /// <summary>Ends those that run.</summary>
    public void Dispose()
    {
        _end.Cancel();
        Await(CancellationToken.None);
        _end.Dispose();
    }

    private async Task FollowAsync(ThenAction action, Process process)
    {
        using Process running = process;
        using CancellationTokenSource limit = CancellationTokenSource.CreateLinkedTokenSource(_end.Token);
        limit.CancelAfter(longest);
        long begin = Stopwatch.GetTimestamp();
        StringBuilder error = new();
        Task drained = Task.WhenAll(DrainAsync(running.StandardOutput, null, limit.Token), DrainAsync(running.StandardError, error, limit.Token));
        try
        {
            running.StandardInput.Close();
            await running.WaitForExitAsync(limit.Token);
            // What it has started may hold its output.
            await Task.WhenAny(drained, Task.Delay(TimeSpan.FromMilliseconds(200)));
            Tell(action, running.ExitCode, Stopwatch.GetElapsedTime(begin), error);
        }
        catch (Exception e) when (e is OperationCanceledException or IOException)
        {
            running.Kill(entireProcessTree: true);
            await running.WaitForExitAsync(CancellationToken.None);
            string why = _end.IsCancellationRequested ? "as Fathom ends" : $"after {longest.TotalSeconds:0} s, the most that a command has";
            Fail($"'{action.Text}' was ended {why}");
        }
    }

    private void Tell(ThenAction action, int code, TimeSpan time, StringBuilder error)
    {
        string told;
        lock (error)
            told = error.ToString().Trim().Split('\n')[0];
        string sentence = string.Create(CultureInfo.InvariantCulture, $"'{action.Text}' ended with exit code {code} after {time.TotalSeconds:0.0} s");
        if (code == 0)
            said(sentence);
        else
            Fail(told.Length > 0 ? $"{sentence}: {told}" : sentence);
    }

    private void Fail(string sentence)
    {
        Interlocked.Increment(ref _failed);
        said(sentence);
    }

    private static async Task DrainAsync(StreamReader from, StringBuilder? begin, CancellationToken stop)
    {
        char[] some = new char[1024];
        try
        {
            while (await from.ReadAsync(some, stop) is > 0 and var count)
            {
                if (begin is null)
                    continue;
                lock (begin)
                    begin.Append(some, 0, Math.Min(count, MostErrorChars - begin.Length));
            }
        }
        catch (Exception e) when (e is OperationCanceledException or IOException or ObjectDisposedException)
        {
            // It was ended, or what it left behind still holds its output.
        }
    }
}
