namespace Fathom.Cli.Hosting;

/// <summary>A command line split at its first word, so that the verb is known before anything is built for it.</summary>
/// <param name="Flags">What stands in front of the word; general options such as <c>-v</c> may.</param>
/// <param name="Word">The verb or the subject; null where there is none.</param>
/// <param name="Rest">What follows the word.</param>
internal readonly record struct CommandWords(string[] Flags, string? Word, string[] Rest)
{
    public static CommandWords Split(string[] args)
    {
        for (int i = 0; i < args.Length; i++)
        {
            if (!args[i].StartsWith('-'))
                return new CommandWords(args[..i], args[i], args[(i + 1)..]);
        }

        return new CommandWords(args, null, []);
    }

    /// <summary>Whether a flag stands in front of the word.</summary>
    public bool Asks(string flag) => Array.IndexOf(Flags, flag) >= 0;
}
