using System.CommandLine;
using Fathom.Capture.Dumps;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Model.Dumps;
using Fathom.Model.Results;
using Fathom.Render.Text;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Subjects;

namespace Fathom.Cli.Commands.Dump;

/// <summary>The options that say which process a dump is of, and what is kept with it.</summary>
internal sealed class DumpSourceOptions
{
    private readonly Option<string[]> _label = OptionCatalog.Label();
    private readonly Option<string?> _rename = OptionCatalog.Rename();
    private readonly Option<string?> _dac = OptionCatalog.Dac();

    /// <summary>Adds the options to a command.</summary>
    public DumpSourceOptions(GroupedCommand command) => command.AddGroup("Source").Add(_label, _rename, _dac);

    /// <summary>The folder of the data access library, or null.</summary>
    public string? Dac(ParseResult parsed) => parsed.GetValue(_dac);

    /// <summary>How dumps are written.</summary>
    public DumpOptions Options(ParseResult parsed, DumpKind kind, DumpNamePattern name, CommandContext context) =>
        new(CommandText.Of(parsed), kind, name)
        {
            Labels = KeyValues.Read(parsed, _label),
            Dac = Dac(parsed),
            Time = context.Time,
            Fathom = OwnCommand.Line(),
            Noted = sentence => context.Note(SafeText.Of(sentence)),
            Announced = (path, bytes, pause) => context.Note(
                $"writing about {ReadableNumber.About(bytes, ColumnUnit.Bytes)} to '{SafeText.Of(path)}'; the process is paused "
                + $"for about {ReadableNumber.About(pause.TotalNanoseconds, ColumnUnit.Nanoseconds)}"),
        };

    /// <summary>The process that runs already, or the program that is started or waited for.</summary>
    /// <param name="parsed">The command line.</param>
    /// <param name="words">The word for a process that runs, or a program with its arguments behind <c>--</c>, or none.</param>
    /// <param name="schedule">What is waited for.</param>
    /// <param name="waitFor">The name of one that may start later, or null.</param>
    /// <param name="isAll">Whether every process of the name is meant.</param>
    /// <param name="context">Where notes go.</param>
    public DumpTarget Target(ParseResult parsed, string[] words, DumpSchedule schedule, string? waitFor, bool isAll, CommandContext context)
    {
        if (isAll && words is not [_])
            throw FathomException.Usage("'--all' is about the processes of one name.", "fathom dump MyApp --all --when cpu_percent=80..");
        bool isProgram = parsed.Tokens.Any(static token => token.Type == System.CommandLine.Parsing.TokenType.DoubleDash);
        if (isProgram && words.Length > 0)
        {
            ProcNamespace.Check();
            return waitFor is null && schedule.BeforeHandlers == schedule.HasCondition
                ? DumpTarget.Launched(words)
                : throw FathomException.Usage(
                    "A program after '--' is started to dump its crash, or with '--before-handlers' its exceptions.",
                    "leave the conditions out; or start the program yourself, then: fathom dump --wait-for NAME");
        }

        if (words.Length > 1)
            throw FathomException.Usage($"'{words[1]}' is one process too many: only one is dumped.", "a program with arguments goes after --");
        string? word = words.FirstOrDefault();
        ProcessScanner scanner = new(OptionCatalog.Rules(parsed, _rename));
        switch (word, waitFor)
        {
            case (null, null):
                throw FathomException.Usage("There is no process to dump.", "fathom dump PROCESS, or fathom dump --wait-for NAME for one that starts later; fathom ps lists them");
            case ({ }, { }):
                throw FathomException.Usage($"'{word}' and '--wait-for {waitFor}' both say which process is dumped.", "leave one of them out");
            case (null, { } name):
                scanner.CheckNumbers();
                return DumpTarget.Named(name, scanner);
        }

        if (isAll)
            return All(word!, scanner);
        Subject subject = new SubjectResolver(scanner).Resolve(word!);
        if (subject.Note is { } note)
            context.Note(SafeText.Of(note));
        return subject is ProcessSubject process
            ? DumpTarget.Of(process)
            : throw FathomException.Target($"'{SafeText.Of(word!)}' is a file, and a dump is written from a process.", $"fathom dump --verify {word} opens and walks an existing dump");
    }

    private static DumpTarget All(string word, ProcessScanner scanner)
    {
        const string prefix = "name:";
        bool isNumber = word.StartsWith("pid:", StringComparison.Ordinal) || (word.Length > 0 && word.All(char.IsAsciiDigit));
        if (isNumber || word.StartsWith("file:", StringComparison.Ordinal) || word.Contains('/'))
            throw FathomException.Usage(
                $"'{word}' is no name of processes, which '--all' needs.",
                "fathom dump MyApp --all --when cpu_percent=80..; fathom ps lists names");
        scanner.CheckNumbers();
        return DumpTarget.All(word.StartsWith(prefix, StringComparison.Ordinal) ? word[prefix.Length..] : word, scanner);
    }
}
