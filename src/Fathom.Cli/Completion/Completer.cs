using System.CommandLine;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Cli.Verbs;

namespace Fathom.Cli.Completion;

/// <summary>What may stand next on a command line: the scripts of all shells ask this, so they know no verb and no option by themselves.</summary>
/// <param name="verbs">The verbs.</param>
/// <param name="processes">The names of the .NET processes that run now.</param>
internal sealed class Completer(Verb[] verbs, Func<IEnumerable<Candidate>> processes)
{
    /// <summary>The first word of a command line that asks for candidates: <c>fathom __complete WORD…</c>, where the last word is the one that is typed.</summary>
    public const string Verb = "__complete";

    /// <summary>Stands in the answer where names of files may follow, which the shell knows best.</summary>
    public const string Files = ":files";

    /// <summary>Writes the candidates that begin with the last word, a line each.</summary>
    /// <param name="to">Where to.</param>
    /// <param name="typed">The words behind <c>fathom</c>.</param>
    /// <param name="context">The run, for the columns of an answer.</param>
    public void Write(TextWriter to, string[] typed, CommandContext context)
    {
        string current = typed is [.., var last] ? last : "";
        Candidates found = Of(typed is [.., _] ? typed[..^1] : [], current, context);
        foreach (Candidate candidate in found.Words.DistinctBy(static candidate => candidate.Word))
        {
            if (candidate.Word.StartsWith(current, StringComparison.Ordinal))
                to.WriteLine(candidate.Meaning.Length > 0 ? $"{candidate.Word}\t{candidate.Meaning}" : candidate.Word);
        }

        if (found.TakesFiles)
            to.WriteLine(Files);
    }

    private Candidates Of(string[] before, string current, CommandContext context)
    {
        string[] words = Array.FindAll(before, static word => word is not ("-v" or "-q" or "--verbose" or "--quiet" or "--no-color"));
        if (words is [])
            return new([.. verbs.Select(static verb => new Candidate(verb.Name, verb.Summary)), new("help", "Shows the help of a verb or view.")], TakesFiles: false);
        if (words is ["help"])
            return new(verbs.Select(static verb => new Candidate(verb.Name, verb.Summary)), TakesFiles: false);
        bool isHelp = words[0] == "help";
        string[] path = isHelp ? words[1..] : words;
        if (Array.Find(verbs, verb => verb.Name == path[0] || verb.Alias == path[0]) is not { } found)
            return new([], TakesFiles: false);
        FathomCommand verb = found.Create();
        (FathomCommand command, int depth) = Reached(verb, path);
        IEnumerable<Candidate> views = command.Subcommands.Select(static view => new Candidate(view.Name, view.Description ?? ""));
        if (isHelp)
            return new([.. views, new(GeneralOptions.WholeHelp, "all of it")], TakesFiles: false);
        if (depth < path.Length && OptionOf(command, path[^1]) is { Arity.MinimumNumberOfValues: > 0 } option)
            return OptionValues.Of(option, verb, command, context);
        if (path[^1] is "--help" or "-h")
            return new([new(GeneralOptions.WholeHelp, "all of it")], TakesFiles: false);
        if (current.StartsWith('-'))
            return new(command.Options.Select(static one => new Candidate(one.Name, one.Description ?? "")), TakesFiles: false);
        bool takesProcess = command.Arguments.Any(static argument => argument.Description?.Contains("process", StringComparison.Ordinal) == true || argument.Name is "pattern" or "process");
        return new([.. depth == path.Length ? views : [], .. takesProcess ? processes() : []], TakesFiles: command.Arguments.Count > 0);
    }

    // Views stand behind the verb, before all else.
    private static (FathomCommand Command, int Depth) Reached(FathomCommand verb, string[] path)
    {
        Command command = verb;
        int depth = 1;
        while (depth < path.Length && command.Subcommands.FirstOrDefault(view => view.Name == path[depth]) is { } view)
            (command, depth) = (view, depth + 1);
        return ((FathomCommand)command, depth);
    }

    private static Option? OptionOf(Command command, string word) => command.Options.FirstOrDefault(option => option.Name == word || option.Aliases.Contains(word));
}
