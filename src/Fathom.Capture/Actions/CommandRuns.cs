using System.Diagnostics;
using System.Globalization;
using System.Text;
using Fathom.Capture.Programs;
using Fathom.Model;

namespace Fathom.Capture.Actions;

/// <summary>
/// Runs commands of the user beside everything else: no shell reads them, nothing is written to their input, and what they need to know is
/// in their environment. None outlives this, but for one of another user that may not be ended; it is named.
/// </summary>
/// <param name="said">Told how each ended, a sentence, on any thread.</param>
/// <param name="longest">After this time one is ended.</param>
/// <param name="stop">Ends those that run at once, whatever else goes on.</param>
internal sealed class CommandRuns(Action<string> said, TimeSpan longest, CancellationToken stop) : IDisposable
{
    /// <summary>The most that run at a time.</summary>
    public const int MostAtOnce = 4;

    /// <summary>The usual longest time.</summary>
    public static readonly TimeSpan UsualLongest = TimeSpan.FromMinutes(10);

    // The kernel takes no variable of 128 KiB and more.
    private const int MostCauseChars = 4000;
    private const int MostErrorChars = 2000;

    // The kernel takes a moment for what has much memory.
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(2);

    private readonly CancellationTokenSource _end = CancellationTokenSource.CreateLinkedTokenSource(stop);
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
                string reason = _end.IsCancellationRequested ? "Fathom ends" : $"{MostAtOnce} commands run already";
                Fail($"'{action.Text}' was not run: {reason}");
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
    /// <param name="late">Ends those that run.</param>
    public void Await(CancellationToken late)
    {
        using CancellationTokenRegistration ends = late.Register(_end.Cancel);
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
        Task drained = Task.WhenAll(
            DrainAsync(running.StandardOutput, null, limit.Token), DrainAsync(running.StandardError, error, limit.Token));
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
            string why = _end.IsCancellationRequested ? "as Fathom ends" : $"after {longest.TotalSeconds:0} s, the most that a command has";
            string? left = await EndAsync(running);
            Fail(left is null ? $"'{action.Text}' was ended {why}" : $"'{action.Text}' had to be ended {why}, and could not: {left}");
        }
    }

    // Why it goes on, or what it has started does; null where all have ended. Those of another user, as by sudo, may not be ended.
    private static async Task<string?> EndAsync(Process running)
    {
        try
        {
            running.Kill(entireProcessTree: true);
            using CancellationTokenSource late = new(s_patience);
            await running.WaitForExitAsync(late.Token);
            return null;
        }
        catch (AggregateException e)
        {
            return e.InnerExceptions[0].Message;
        }
        catch (Exception e) when (e is System.ComponentModel.Win32Exception or InvalidOperationException)
        {
            return e.Message;
        }
        catch (OperationCanceledException)
        {
            return "it goes on after SIGKILL";
        }
    }

    private void Tell(ThenAction action, int code, TimeSpan time, StringBuilder error)
    {
        string told;
        lock (error)
            told = error.ToString().Trim().Split('\n')[0];
        string sentence = string.Create(
            CultureInfo.InvariantCulture, $"'{action.Text}' ended with exit code {code} after {time.TotalSeconds:0.0} s");
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
