using Fathom.Capture.Actions;
using Fathom.Capture.Watching;
using Fathom.Cli.Frame;
using Fathom.Render.Text;

namespace Fathom.Cli.Commands.Watch;

/// <summary>What is done when a process breaks a limit: the tool is started again, in a process of its own, so that the watch goes on small.</summary>
/// <param name="actions">What is done.</param>
/// <param name="folder">Where the files go.</param>
/// <param name="time">The clock.</param>
/// <param name="said">Told what was kept, or why nothing was.</param>
/// <param name="stop">The watch ends: ends what goes on, and commands that run.</param>
internal sealed class BreachActions(
    IReadOnlyList<ThenAction> actions, string folder, TimeProvider time, Action<string> said, CancellationToken stop) : IDisposable
{
    private static readonly string[] s_short = ["snapshot", "dump"];

    private readonly ActionRun _run = new(actions, OwnCommand.Line(), sentence => said(SafeText.Of(sentence)), stop);

    /// <summary>Reads <c>--then</c>, and <c>--on-breach</c>, its short form.</summary>
    /// <exception cref="FathomException">An action that is not known, or cannot be done.</exception>
    public static IReadOnlyList<ThenAction> Parse(string onBreach, string? text, string then, string[] texts)
    {
        string[] words = text?.Split(',', StringSplitOptions.TrimEntries) ?? [];
        foreach (string word in words)
        {
            if (!s_short.Contains(word))
            {
                throw FathomException.Usage(
                    $"'{word}' in '{onBreach} {text}' is not a possible action.",
                    $"{onBreach} {string.Join(',', s_short)}; {then} has more");
            }
        }

        return ThenAction.Parse(then, [.. words.Distinct().Except(texts), .. texts]);
    }

    /// <summary>Does it, one after the other, while the target still holds what broke the limit.</summary>
    /// <param name="process">The process.</param>
    /// <param name="cause">Which limit, in a sentence.</param>
    public void Run(WatchedProcess process, string cause)
    {
        string stem = Path.Combine(folder, ActionFile.StemOf(process.Facts.Name, process.Facts.Pid, time.GetUtcNow()));
        _run.Do(process.Facts.Pid, cause, action => stem + (action.Kind == ThenKind.Snapshot ? ".fathom" : action.Suffix));
    }

    /// <summary>Waits for commands, until the watch is stopped.</summary>
    public void Await() => _run.Await();

    /// <inheritdoc/>
    public void Dispose() => _run.Dispose();
}
