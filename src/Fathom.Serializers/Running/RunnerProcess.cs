using System.Diagnostics;
using System.Text;
using Fathom.Model;
using Fathom.Serializers.Kit.Protocol;
using Fathom.Serializers.Programs;

namespace Fathom.Serializers.Running;

/// <summary>
/// A running program of a serializer. Whatever it does, hangs and crashes too, is an <see cref="Answer"/>; after those two the process is gone.
/// </summary>
public sealed class RunnerProcess : IDisposable
{
    private const int ErrorLines = 5;
    private const int EndedByInterrupt = 130;
    private const int EndedByTermination = 143;

    private static readonly TimeSpan s_signalSpread = TimeSpan.FromSeconds(1);

    private readonly Process _process;
    private readonly Queue<string> _errors = new();

    private RunnerProcess(Process process)
    {
        _process = process;
        process.ErrorDataReceived += (_, line) => KeepError(line.Data);
        process.BeginErrorReadLine();
    }

    /// <summary>Its process id.</summary>
    public int Pid => _process.Id;

    /// <summary>Whether it still answers.</summary>
    public bool IsAlive { get; private set; } = true;

    /// <summary>Bytes of it that are in memory now; 0 when it has ended.</summary>
    public long ResidentBytes
    {
        get
        {
            if (_process.HasExited)
                return 0;
            _process.Refresh();
            return _process.WorkingSet64;
        }
    }

    /// <summary>Starts a program.</summary>
    /// <param name="program">The program; it must be available.</param>
    /// <param name="settings">Variables of the environment for it.</param>
    /// <param name="arguments">Arguments: the name of a serializer, and "serve".</param>
    /// <exception cref="FathomException">It cannot be started.</exception>
    public static RunnerProcess Start(BuiltProgram program, IReadOnlyDictionary<string, string> settings, params ReadOnlySpan<string> arguments)
    {
        ProcessStartInfo info = new(program.Executable!)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            StandardInputEncoding = new UTF8Encoding(false),
            StandardOutputEncoding = new UTF8Encoding(false),
        };
        foreach (string argument in arguments)
            info.ArgumentList.Add(argument);
        foreach ((string name, string value) in settings)
            info.Environment[name] = value;
        try
        {
            return new RunnerProcess(Process.Start(info)!);
        }
        catch (System.ComponentModel.Win32Exception reason)
        {
            throw FathomException.NotPossible($"'{program.Executable}' cannot be started: {reason.Message}.", "fathom serializers list builds the programs again");
        }
    }

    /// <summary>Asks and waits for the whole answer.</summary>
    /// <param name="request">The request.</param>
    /// <param name="deadline">How long the answer may take; a process that is late is killed.</param>
    /// <param name="stop">Ends the process.</param>
    /// <exception cref="OperationCanceledException"><paramref name="stop"/> was signalled.</exception>
    public async Task<Answer> AskAsync(Message request, TimeSpan deadline, CancellationToken stop)
    {
        if (!IsAlive)
            return Answer.Crash([], "the process has ended already");
        try
        {
            await _process.StandardInput.WriteAsync($"{request.Format()}\n".AsMemory(), stop).ConfigureAwait(false);
            await _process.StandardInput.FlushAsync(stop).ConfigureAwait(false);
        }
        catch (IOException)
        {
            // It has ended; the reason is found when its output is read.
        }

        return await ReadAsync(deadline, untilEnd: false, stop).ConfigureAwait(false);
    }

    /// <summary>Reads all that a process prints that is not asked anything.</summary>
    /// <inheritdoc cref="AskAsync"/>
    public Task<Answer> ReadToEndAsync(TimeSpan deadline, CancellationToken stop) => ReadAsync(deadline, untilEnd: true, stop);

    /// <inheritdoc/>
    public void Dispose()
    {
        IsAlive = false;
        if (!_process.HasExited)
        {
            _process.Kill(entireProcessTree: true);
            _process.WaitForExit();
        }

        _process.Dispose();
    }

    private async Task<Answer> ReadAsync(TimeSpan deadline, bool untilEnd, CancellationToken stop)
    {
        using CancellationTokenSource late = CancellationTokenSource.CreateLinkedTokenSource(stop);
        late.CancelAfter(deadline);
        List<Message> lines = [];
        try
        {
            while (await _process.StandardOutput.ReadLineAsync(late.Token).ConfigureAwait(false) is { } line)
            {
                if (!Message.TryParse(line, out Message? message))
                    return End(Answer.Crash(lines, $"it printed '{(line.Length > 80 ? string.Concat(line.AsSpan(0, 80), "…") : line)}', which is not a line of the protocol"));
                if (message.Verb == ProtocolWords.Failed)
                    return Answer.Failure(lines, message);
                if (message.Verb == ProtocolWords.Done)
                    return Answer.Done(lines);
                lines.Add(message);
            }

            await _process.WaitForExitAsync(late.Token).ConfigureAwait(false);
            IsAlive = false;
            // Ctrl-C of a terminal strikes the program too, and it may be gone before this process has heard of it: that is an interruption, not a crash of the serializer.
            if (_process.ExitCode is EndedByInterrupt or EndedByTermination)
                await Task.Delay(s_signalSpread, stop).ConfigureAwait(false);
            return untilEnd && _process.ExitCode == 0 ? Answer.Done(lines) : End(Answer.Crash(lines, HowItEnded()));
        }
        catch (OperationCanceledException) when (!stop.IsCancellationRequested)
        {
            return End(Answer.Hang(lines, $"no answer within {deadline.TotalSeconds:0.#} s"));
        }
    }

    private Answer End(Answer answer)
    {
        IsAlive = false;
        if (!_process.HasExited)
            _process.Kill(entireProcessTree: true);
        return answer;
    }

    // A process that a signal ended has 128 and its number as exit code.
    private string HowItEnded()
    {
        string how = _process.ExitCode switch
        {
            134 => "it aborted (SIGABRT)",
            137 => "it was killed (SIGKILL)",
            139 => "it accessed invalid memory (SIGSEGV)",
            var code => $"it ended with code {code}",
        };
        lock (_errors)
            return _errors.TryPeek(out string? first) ? $"{how}: {first}" : how;
    }

    private void KeepError(string? line)
    {
        if (string.IsNullOrWhiteSpace(line))
            return;
        lock (_errors)
        {
            if (_errors.Count < ErrorLines)
                _errors.Enqueue(line.Trim());
        }
    }
}
