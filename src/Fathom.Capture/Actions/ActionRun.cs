using Fathom.Model;

namespace Fathom.Capture.Actions;

/// <summary>Does actions of its own accord: what makes a file in a process of its own each, commands beside everything else.</summary>
/// <param name="actions">What is done.</param>
/// <param name="fathom">How Fathom is started once more.</param>
/// <param name="said">Told what was done, and what failed, a sentence, on any thread.</param>
/// <param name="stop">Ends what goes on, and commands that run; the rest is left.</param>
public sealed class ActionRun(
    IReadOnlyList<ThenAction> actions, IReadOnlyList<string> fathom, Action<string> said, CancellationToken stop) : IDisposable
{
    private readonly VerbRun _verbs = new(fathom, [], []);
    private readonly CommandRuns _commands = new(said, CommandRuns.UsualLongest, stop);

    /// <summary>Does all of them for a process, one after the other; commands are begun only.</summary>
    /// <param name="processId">Number of the process (pid).</param>
    /// <param name="cause">What has happened.</param>
    /// <param name="fileOf">The file of an action.</param>
    public void Do(int processId, string cause, Func<ThenAction, string> fileOf)
    {
        try
        {
            ActionOrder.Do(
                actions,
                action => Make(action, processId, fileOf(action)),
                static () => { },
                (action, file) => _commands.Begin(action, processId, cause, file));
        }
        catch (OperationCanceledException)
        {
            said($"not all was done for process {processId}: Fathom ends");
        }
    }

    /// <summary>Waits for commands.</summary>
    public void Await() => _commands.Await(CancellationToken.None);

    /// <inheritdoc/>
    public void Dispose() => _commands.Dispose();

    private string? Make(ThenAction action, int processId, string file)
    {
        string? why;
        try
        {
            why = _verbs.Run(action, processId, file, stop);
        }
        catch (FathomException e)
        {
            why = e.Message;
        }

        said(why is null ? $"{action.Word} saved as '{file}'" : $"no {action.Word}: {why}");
        return why is null ? file : null;
    }
}
