using Fathom.Cli.Frame;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;

namespace Fathom.Cli.Help;

/// <summary>The manual page: all of the help of every verb and view, as man shows it.</summary>
/// <param name="to">Where to.</param>
/// <param name="context">The run, for the columns of answers.</param>
internal sealed class ManPage(TextWriter to, CommandContext context)
{
    /// <summary>Writes it.</summary>
    public void Write(Verb[] verbs)
    {
        Macro("TH", "FATHOM", "1", "", ToolVersion.Named, "");
        Macro("SH", "NAME");
        Text("fathom - explains where the memory and the time of a .NET program went");
        Macro("SH", "SYNOPSIS");
        Text("fathom VERB [VIEW] SUBJECT… [options]");
        Macro("br");
        Text("fathom SUBJECT");
        Macro("SH", "DESCRIPTION");
        Text("A subject is a pid, a process name, a core dump or a recording; put 'pid:', 'name:' or 'file:' before it where a name is ambiguous. 'fathom SUBJECT' is 'fathom info SUBJECT'.");
        foreach (Verb verb in verbs)
        {
            FathomCommand command = verb.Create();
            Write(command, command, verb.Name);
        }

        Macro("SH", "GENERAL OPTIONS");
        List(verbs[0].Create().Groups[^1].Options.Select(static option => OptionText.Of(option, null)));
    }

    private void Write(FathomCommand verb, FathomCommand command, string path)
    {
        Macro("SH", $"fathom {path}");
        Macro("B", $"fathom {path}{OptionText.Usage(command)} [options]");
        Macro("PP");
        foreach (string? text in (string?[])[command.Description, command.Remarks, command.Details])
        {
            foreach (string paragraph in text is null ? [] : HelpText.Paragraphs(text))
                Text(paragraph);
        }

        ResultShape? shape = ExampleShape.Of(verb, command, context);
        List(command.Arguments.Select(static argument => new HelpRow(OptionText.NameOf(argument), argument.Description ?? "")));
        List(command.Options.Except(command.Groups[^1].Options).Select(option => OptionText.Of(option, shape)));
        if (shape is not null)
        {
            Macro("SS", "Columns, with their units (n: a number of things)");
            List(ColumnText.Of(shape, isWhole: true));
        }

        Macro("SS", "Examples");
        List(command.Examples.Select(static example => new HelpRow(example.CommandLine, example.Purpose)));
        foreach (FathomCommand view in command.Subcommands.OfType<FathomCommand>())
            Write(verb, view, $"{path} {view.Name}");
    }

    private void List(IEnumerable<HelpRow> rows)
    {
        foreach (HelpRow row in rows)
        {
            Macro("TP");
            Macro("B", row.Name);
            Text(row.Description.Replace(HelpText.Unbroken, ' '));
        }
    }

    private void Macro(string name, params ReadOnlySpan<string> arguments)
    {
        to.Write($".{name}");
        foreach (string argument in arguments)
            to.Write($" \"{Escaped(argument).Replace("\"", "\\(dq", StringComparison.Ordinal)}\"");
        to.Write('\n');
    }

    private void Text(string text) => to.Write($"{Escaped(text)}\n");

    // A backslash begins a command of roff, and so does a dot or an apostrophe at the begin of a line; a dash would become a hyphen, which no shell takes.
    private static string Escaped(string text)
    {
        string escaped = text.Replace("\\", "\\e", StringComparison.Ordinal).Replace("-", "\\-", StringComparison.Ordinal)
            .Replace("'", "\\(aq", StringComparison.Ordinal).Replace("…", "...", StringComparison.Ordinal);
        return escaped.StartsWith('.') ? $"\\&{escaped}" : escaped;
    }
}
