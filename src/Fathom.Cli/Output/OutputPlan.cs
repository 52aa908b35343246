using System.Globalization;
using Fathom.Cli.Frame;
using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Render.Formats;
using Fathom.Render.Output;
using Fathom.Render.Text;

namespace Fathom.Cli.Output;

/// <summary>Shows an answer as the user asked for it, says on standard error what a reader must know, and finds the exit code.</summary>
internal sealed class OutputPlan(CommandContext context, OutputTarget target, ResultShaper shaper)
{
    /// <summary>Whether each loss makes an answer partial, however small.</summary>
    public bool IsStrict { get; init; }

    /// <summary>What is asked of the rows, for a report whose rows come straight from a query.</summary>
    public RowRequest Request => shaper.Request;

    /// <summary>Shows the answer.</summary>
    /// <param name="answer">The answer.</param>
    /// <param name="text">Writes tables and CSV in a way of the verb's own; null for the usual one.</param>
    /// <returns><see cref="ExitCode.Partial"/> for an answer that is partial, or lacks something, else <see cref="ExitCode.LimitBroken"/> or <see cref="ExitCode.Ok"/>.</returns>
    /// <exception cref="FathomException">The file cannot be written (<see cref="ExitCode.Target"/>).</exception>
    public ExitCode Publish(CommandResult answer, Action<ResultTable, TextWriter, TableStyle>? text = null)
    {
        ShapedResult shaped = shaper.Shape(answer);
        bool isForTerminal = context.Terminal.OutputIsTerminal && !target.IsForPeople;
        ResultWriter.Write(shaped, target, isForTerminal ? new TerminalStream(context.OutStream) : context.OutStream, context.Stop, text);
        SayNotes(shaped);
        return Judge(shaped);
    }

    private void SayNotes(ShapedResult shaped)
    {
        foreach (string note in shaped.Result.Notes)
            context.Note(SafeText.Of(note));
        int shown = shaped.Result.Rows.Rows.Count;
        if (shown == 0 && shaped.Result.Rest is null && (shaped.AllRows > 0 || !shaped.Result.NotesSayWhyEmpty))
            context.Note(shaped.AllRows is > 0 and { } all ? $"none of {Count(all)} rows meets the conditions" : "there are no rows");
        if (shaped.OmittedRows > 0 && !target.IsForPeople)
            context.Note(OmittedText.Of(shaped));
        if (target.File is { } page && target.Format.IsPage)
            context.Note($"the page is '{SafeText.Of(page)}': open it in a browser");
        else if (target.File is { } file)
            context.Note($"{Count(shown)} {(shown == 1 ? "row" : "rows")} {(target.Append ? "appended" : "written")} to '{SafeText.Of(file)}'");
    }

    private static string Count(long rows) => rows.ToString("#,##0", CultureInfo.InvariantCulture);

    // Said even with -q: whoever trusts the exit code must be able to see why it is what it is.
    private ExitCode Judge(ShapedResult shaped)
    {
        foreach (string sentence in LimitText.Of(shaped.Limits))
            context.Say(sentence);
        string? loss = LossText.Of(shaped.Result.Losses, IsStrict);
        if (loss is not null)
            context.Say($"warning: {loss}");
        foreach (string sentence in shaped.Result.Missing)
            context.Say($"warning: {SafeText.Of(sentence)}");
        ExitCode code = loss is not null || shaped.Result.Missing.Count > 0 ? ExitCode.Partial : ExitCode.Ok;
        return code.With(shaped.Limits.Broken.Count > 0, shaped.Limits.NotJudged.Count > 0);
    }
}
