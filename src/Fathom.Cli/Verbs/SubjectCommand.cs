using System.CommandLine;
using Fathom.Cli.Frame;
using Fathom.Cli.Output;
using Fathom.Cli.Sources;
using Fathom.Model.Results;
using Fathom.Sources.Subjects;

namespace Fathom.Cli.Verbs;

/// <summary>A verb that asks a question of processes, files or recordings. A declaration: its words, its options and <see cref="Ask"/>; all else is done here.</summary>
internal abstract class SubjectCommand : AnswerCommand
{
    private readonly Argument<string?>[] _arguments;
    private SourceOptions? _source;

    /// <summary>Declares the verb. Add its own options, then those of <see cref="AnswerCommand.AddOutput"/> and of a source.</summary>
    /// <param name="name">The word on the command line.</param>
    /// <param name="summary">One sentence for the help.</param>
    /// <param name="subjects">What it is about, one after the other.</param>
    protected SubjectCommand(string name, string summary, params Argument<string?>[] subjects)
        : base(name, summary)
    {
        _arguments = subjects;
        foreach (Argument<string?> subject in subjects)
            Add(subject);
    }

    /// <summary>The options for sources.</summary>
    protected SourceOptions Source
    {
        get => _source ?? throw new InvalidOperationException($"'{Name}' has no options for sources.");
        set => _source = value;
    }

    /// <summary>Whether this machine is asked where a subject is left out.</summary>
    protected virtual bool TakesMachine => false;

    /// <summary>An argument for a subject.</summary>
    /// <param name="description">What it may be, for the help.</param>
    /// <param name="name">Its name in the help.</param>
    /// <param name="mayBeLeftOut">Whether the verb has a meaning without it.</param>
    protected static Argument<string?> Subject(string description, string name = "subject", bool mayBeLeftOut = false) =>
        new(name) { Description = description, Arity = mayBeLeftOut ? ArgumentArity.ZeroOrOne : ArgumentArity.ExactlyOne };

    /// <inheritdoc/>
    public sealed override ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        AskedSubjects asked = new(parsed, context, Output, Words(parsed), Find);
        SubjectQuestion question = Ask(asked);
        (OutputRequest, OutputPlan?) bound = Answers.Bind(asked, question);
        Prepare(asked);
        using OpenSubjects open = new();
        IReadOnlyList<string> missing = Open(asked, question, open);
        return new(Answers.Publish(asked, question, bound, open.Readers, asked.Words, missing));
    }

    /// <inheritdoc/>
    public sealed override ResultShape? ShapeOf(ParseResult parsed, CommandContext context) =>
        Ask(new AskedSubjects(parsed, context, Output, Words(parsed), static (_, words) => Array.ConvertAll(words, static word => new UnseenSubject(word)))).Shape;

    /// <summary>The question of a command line.</summary>
    /// <exception cref="FathomException">An option is wrong, or has no meaning beside the others (<see cref="ExitCode.Usage"/>).</exception>
    protected abstract SubjectQuestion Ask(AskedSubjects asked);

    /// <summary>Does what a verb does to its subjects before they are asked; nothing by default.</summary>
    /// <exception cref="FathomException">It cannot be done.</exception>
    protected virtual void Prepare(AskedSubjects asked)
    {
    }

    /// <summary>Opens what is asked about, in the order of the words.</summary>
    /// <returns>What was asked for and could not be had, a sentence each.</returns>
    /// <exception cref="FathomException">A subject cannot be read.</exception>
    protected virtual IReadOnlyList<string> Open(AskedSubjects asked, SubjectQuestion question, OpenSubjects open)
    {
        foreach (Subject subject in asked.Subjects)
            open.Add(Source.Open(asked.Parsed, subject, question.Reader, asked.Request.Target.Force, asked.Context));
        if (TakesMachine && asked.Words.Length < _arguments.Length)
            open.Add(Source.OpenMachine(asked.Parsed, asked.Request.Target.Force, asked.Context));
        return [];
    }

    /// <summary>Finds what words for subjects mean.</summary>
    protected virtual Subject[] Find(ParseResult parsed, string[] words) => Source.Resolve(parsed, words);

    /// <summary>The words for the subjects.</summary>
    protected virtual string[] Words(ParseResult parsed) => [.. _arguments.Select(parsed.GetValue).OfType<string>()];

    // Nobody looks at it: it stands for any subject where only the columns of the answer are asked for.
    private sealed record UnseenSubject(string Word) : Subject(Word);
}
