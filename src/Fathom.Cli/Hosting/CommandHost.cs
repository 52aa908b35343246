using System.CommandLine;
using Fathom.Cli.Completion;
using Fathom.Cli.Frame;
using Fathom.Cli.Help;
using Fathom.Cli.Options;
using Fathom.Cli.Verbs;
using Fathom.Files;
using Fathom.Storage.DuckDb;

namespace Fathom.Cli.Hosting;

/// <summary>Finds the verb of a command line and runs it.</summary>
/// <param name="verbs">The verbs it knows; only the one that is asked for is built.</param>
internal sealed class CommandHost(Verb[] verbs)
{
    /// <summary>Begins what takes long and does not depend on how the command line is understood: the database is opened by another thread meanwhile.</summary>
    /// <param name="args">The arguments of the process.</param>
    public void PrepareFor(string[] args)
    {
        CommandWords words = CommandWords.Split(args);
        if (words.Word is not null && Find(words.Word) is { UsesDatabase: true } && !args.AsSpan().ContainsAny("--help", "-h"))
            EngineAhead.Begin();
    }

    /// <summary>Runs a command line.</summary>
    /// <param name="args">The arguments of the process.</param>
    /// <param name="context">Streams, clock, terminal.</param>
    /// <param name="stoppedCode">The exit code of a command that was stopped by a signal.</param>
    public ExitCode Run(string[] args, CommandContext context, Func<ExitCode> stoppedCode)
    {
        GeneralOptions.Apply(args, context);
        try
        {
            return CommandEnd.Of(
                () => Dispatch(CommandWords.Split(args), context),
                context,
                stoppedCode,
                untrusted => HelperRun.Run(args, untrusted, context));
        }
        finally
        {
            EngineAhead.End();
        }
    }

    private ExitCode Dispatch(CommandWords words, CommandContext context)
    {
        if (words is { Flags: [], Word: Completer.Verb })
        {
            new Completer(verbs, LiveProcesses.All).Write(context.Out, words.Rest, context);
            return ExitCode.Ok;
        }

        if (words.Word is null)
            return RunFlags(words, context);
        if (words.Word == "help")
            return RunHelp(words, context);
        if (Find(words.Word) is { } verb)
            return Run(verb, [verb.Name, .. words.Flags, .. words.Rest], context);
        if (SubjectWord.IsSubject(words.Word) && Find("info") is { } info)
            return Run(info, [info.Name, .. words.Flags, words.Word, .. words.Rest], context);
        throw UnknownVerb(words.Word);
    }

    // Most commands are done by now. Waiting through a task would load and compile a lot for nothing, which start-up would show.
    private static ExitCode Wait(ValueTask<ExitCode> running) =>
        running.IsCompletedSuccessfully ? running.Result : running.AsTask().GetAwaiter().GetResult();

    private ExitCode RunFlags(CommandWords words, CommandContext context)
    {
        if (words.Flags is [] || words.Asks("--help") || words.Asks("-h"))
            RootHelp.Write(context.Out, verbs);
        else if (words.Asks("--version"))
            context.Out.WriteLine(ToolVersion.Named);
        else
            throw FathomException.Usage($"'{words.Flags[0]}' needs a verb.", "fathom --help lists the verbs");
        return ExitCode.Ok;
    }

    private ExitCode RunHelp(CommandWords words, CommandContext context)
    {
        if (Array.FindAll(words.Rest, static word => !word.StartsWith('-')) is not [var name, .. var views])
        {
            RootHelp.Write(context.Out, verbs);
            return ExitCode.Ok;
        }

        int count = views is [.., GeneralOptions.WholeHelp] ? views.Length - 1 : views.Length;
        if (Find(name) is not { } verb)
            return views.Length == 0 && new HelpSearch(verbs).Write(context.Out, name) ? ExitCode.Ok : throw UnknownVerb(name);
        Command command = verb.Create();
        string path = verb.Name;
        foreach (string view in views[..count])
        {
            command = command.Subcommands.FirstOrDefault(one => one.Name == view) ?? throw MistypedView.Unknown(path, view, command);
            path = $"{path} {view}";
        }

        return Run(verb, [verb.Name, .. views[..count], "--help", .. views[count..]], context);
    }

    private static ExitCode Run(Verb verb, string[] args, CommandContext context)
    {
        ParseResult parsed = CommandParser.Parse(verb.Create(), args);
        FathomCommand command = (FathomCommand)parsed.CommandResult.Command;
        if (command.General.WantsHelp(parsed))
        {
            CommandHelp.Write(context, (FathomCommand)parsed.RootCommandResult.Command, command, CommandPath.Of(parsed), GeneralOptions.WantsWholeHelp(args));
            return ExitCode.Ok;
        }

        ParseErrors.Check(args, parsed, command);
        WrittenRights.Readers = command.General.ReadersOf(parsed);
        try
        {
            return Wait(command.RunAsync(parsed, context));
        }
        catch (FathomException failure) when (failure.ExitCode == ExitCode.Target && MistypedView.Of(parsed, command) is { } mistyped)
        {
            throw mistyped;
        }
    }

    private Verb? Find(string name)
    {
        foreach (Verb verb in verbs)
        {
            if (verb.Name == name || verb.Alias == name)
                return verb;
        }

        return null;
    }

    private FathomException UnknownVerb(string word)
    {
        if (Topics.Of(word).Select(static topic => $"fathom {topic.Command}").ToArray() is [_, ..] known)
            return FathomException.Usage($"Unknown verb '{word}'.", $"{string.Join(", or: ", known)} (fathom help {word})");
        string? near = NearMiss.Find(word, [.. verbs.Select(static verb => verb.Name), "help"]);
        return FathomException.Usage(
            $"Unknown verb '{word}'.",
            near is null ? "fathom --help lists the verbs" : $"did you mean 'fathom {near}'? 'fathom --help' lists the verbs");
    }
}
