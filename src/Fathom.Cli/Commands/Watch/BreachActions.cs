using System.Globalization;
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
internal sealed class BreachActions(IReadOnlyList<ThenAction> actions, string folder, TimeProvider time, Action<string> said) : IDisposable
{
    private static readonly string[] s_short = ["snapshot", "dump"];

    private readonly ActionRun _run = new(actions, OwnCommand.Line(), sentence => said(SafeText.Of(sentence)));

    /// <summary>Reads <c>--then</c>, and <c>--on-breach</c>, its short form.</summary>
    /// <exception cref="FathomException">An action that is not known, or cannot be done.</exception>
    public static IReadOnlyList<ThenAction> Parse(string onBreach, string? text, string then, string[] texts)
    {
        string[] words = text?.Split(',', StringSplitOptions.TrimEntries) ?? [];
        foreach (string word in words)
        {
            if (!s_short.Contains(word))
                throw FathomException.Usage($"'{word}' in '{onBreach} {text}' is not a possible action.", $"{onBreach} {string.Join(',', s_short)}; {then} has more");
        }

        return ThenAction.Parse(then, [.. words.Distinct().Except(texts), .. texts]);
    }

    /// <summary>Does it, one after the other, while the target still holds what broke the limit.</summary>
    /// <param name="process">The process.</param>
    /// <param name="cause">Which limit, in a sentence.</param>
    /// <param name="stop">Ends what goes on.</param>
    public void Run(WatchedProcess process, string cause, CancellationToken stop)
    {
        string name = string.Create(
            CultureInfo.InvariantCulture, $"{FileName(process.Facts.Name)}_{process.Facts.Pid}_{time.GetUtcNow().UtcDateTime:yyyyMMddTHHmmss}");
        _run.Do(process.Facts.Pid, cause, action => Path.Combine(folder, name + (action.Kind == ThenKind.Snapshot ? ".fathom" : action.Suffix)), stop);
    }

    /// <summary>Waits for commands.</summary>
    /// <param name="stop">Ends those that run.</param>
    public void Await(CancellationToken stop) => _run.Await(stop);

    /// <inheritdoc/>
    public void Dispose() => _run.Dispose();

    private static string FileName(string name) => string.Concat(name.Select(static c => char.IsAsciiLetterOrDigit(c) || c is '.' or '-' or '_' ? c : '_'));
}
