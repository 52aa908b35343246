namespace Fathom.Capture.Actions;

/// <summary>
/// The order in which actions are done: what looks at the process first, while it is as it was; then recordings and commands.
/// </summary>
internal static class ActionOrder
{
    /// <summary>Does them.</summary>
    /// <param name="actions">The actions, in the order of the user.</param>
    /// <param name="make">Does one that makes a file. Gives its path; null where it came to nothing.</param>
    /// <param name="looked">Told when all that look at the process have done so.</param>
    /// <param name="begin">Begins a command, with the last file that was made of what stands before it; null for none.</param>
    public static void Do(
        IReadOnlyList<ThenAction> actions, Func<ThenAction, string?> make, Action looked, Action<ThenAction, string?> begin)
    {
        string?[] files = new string?[actions.Count];
        try
        {
            for (int i = 0; i < actions.Count; i++)
            {
                if (actions[i].IsLook)
                    files[i] = make(actions[i]);
            }
        }
        finally
        {
            looked();
        }

        for (int i = 0; i < actions.Count; i++)
        {
            if (actions[i].Kind == ThenKind.Recording)
                files[i] = make(actions[i]);
            else if (actions[i].Kind == ThenKind.Exec)
                begin(actions[i], files.Take(i).LastOrDefault(static file => file is not null));
        }
    }
}
